<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name></name>
    <message>
        <source>usage: vkconfig-py [OPTION ...] [FILE ...]
       vkconfig-py COMMAND ...      (vkconfig-py COMMAND --help)

Without a command the window opens, with these files in it. One that runs already comes to the front
and opens them instead. Commands work without a display and without Qt:
{commands}
options:
  --demo                      the window on a sample machine; nothing here is changed
  --new-window                another window, also if one runs already
  --configuration NAME        show this configuration
  --machine PATH              show another machine: a root folder, a saved report, ssh:USER@BOX
  --color-scheme light|dark   do not follow the system
  --version                   print the version
</source>
        <translation>Aufruf: vkconfig-py [OPTION ...] [FILE ...]
        vkconfig-py COMMAND ...     (vkconfig-py COMMAND --help)

Ohne Befehl öffnet sich das Fenster mit diesen Dateien. Läuft schon eines, kommt es nach vorn
und öffnet sie stattdessen. Befehle laufen ohne Anzeige und ohne Qt:
{commands}
Optionen:
  --demo                      das Fenster mit einem Beispielrechner; hier wird nichts geändert
  --new-window                noch ein Fenster, auch wenn schon eines läuft
  --configuration NAME        diese Konfiguration zeigen
  --machine PATH              einen anderen Rechner zeigen: Wurzelordner, Bericht, ssh:USER@BOX
  --color-scheme light|dark   nicht dem System folgen
  --version                   die Version ausgeben
</translation>
    </message>
    <message>
        <source>--color-scheme must be light or dark</source>
        <translation>--color-scheme muss light oder dark sein</translation>
    </message>
    <message>
        <source>--machine needs a path or an address</source>
        <translation>--machine braucht einen Pfad oder eine Adresse</translation>
    </message>
    <message>
        <source>--configuration needs a name</source>
        <translation>--configuration braucht einen Namen</translation>
    </message>
    <message>
        <source>vkconfig-py: there is no file {path}</source>
        <translation>vkconfig-py: Es gibt keine Datei {path}</translation>
    </message>
    <message>
        <source>unknown argument: {argument}</source>
        <translation>unbekanntes Argument: {argument}</translation>
    </message>
    <message>
        <source>vkconfig-py runs already: its window came to the front.</source>
        <translation>vkconfig-py läuft schon: Das Fenster ist jetzt im Vordergrund.</translation>
    </message>
    <message>
        <source>The window that runs already does not answer. Another one is opened.</source>
        <translation>Das schon geöffnete Fenster antwortet nicht. Ein weiteres wird geöffnet.</translation>
    </message>
    <message>
        <source>The window that runs already cannot open all of this. Another one is opened.</source>
        <translation>Das schon geöffnete Fenster kann nicht alles davon öffnen. Ein weiteres wird geöffnet.</translation>
    </message>
    <message>
        <source>The window needs PySide6, which is not installed: pip install PySide6-Essentials</source>
        <translation>Das Fenster braucht PySide6, das nicht installiert ist: pip install PySide6-Essentials</translation>
    </message>
    <message>
        <source>PySide6 cannot be loaded, so no window can be opened: {error}</source>
        <translation>PySide6 kann nicht geladen werden, daher kann kein Fenster geöffnet werden: {error}</translation>
    </message>
    <message>
        <source>This is the report as text; more: vkconfig-py --help</source>
        <translation>Hier ist der Bericht als Text; mehr: vkconfig-py --help</translation>
    </message>
    <message>
        <source>the output could not be written: {reason}</source>
        <translation>die Ausgabe konnte nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>apply a configuration to the system, until it is withdrawn or for a time</source>
        <translation>eine Konfiguration auf das System anwenden, bis sie zurückgenommen wird oder auf Zeit</translation>
    </message>
    <message>
        <source>a guard withdraws it then</source>
        <translation>ein Wächter nimmt sie dann zurück</translation>
    </message>
    <message>
        <source>until this shell ends</source>
        <translation>bis diese Shell endet</translation>
    </message>
    <message>
        <source>an override layer, a loader settings file, or what fits best (default: best)</source>
        <translation>ein Override-Layer, eine Loader-Einstellungsdatei oder was am besten passt (Vorgabe: best)</translation>
    </message>
    <message>
        <source>only for this program, also several times (default: the programs of the configuration; every program if it lists none)</source>
        <translation>nur für dieses Programm, auch mehrfach (Vorgabe: die Programme der Konfiguration; jedes Programm, wenn sie keine nennt)</translation>
    </message>
    <message>
        <source>for every program, whatever the configuration lists</source>
        <translation>für jedes Programm, egal was die Konfiguration nennt</translation>
    </message>
    <message>
        <source>print what would be written; write nothing</source>
        <translation>ausgeben, was geschrieben würde; nichts schreiben</translation>
    </message>
    <message>
        <source>then ask the real loader in a child process whether it does what is predicted (default; not with --json)</source>
        <translation>danach den echten Loader in einem Kindprozess fragen, ob er tut, was vorhergesagt ist (Vorgabe; nicht mit --json)</translation>
    </message>
    <message>
        <source>write the override that goes into a folder of the system, which elevated programs read too, to this file (- prints it); apply nothing</source>
        <translation>das Override, das in einen Ordner des Systems gehört, den auch Programme mit erhöhten Rechten lesen, in diese Datei schreiben (- gibt es aus); nichts anwenden</translation>
    </message>
    <message>
        <source>for the machine that this folder&apos;s machine.json describes, such as one with Windows; its files are written into the folder of --output, to be copied there</source>
        <translation>für den Rechner, den machine.json in diesem Ordner beschreibt, etwa einen mit Windows; seine Dateien werden in den Ordner von --output geschrieben, um dorthin kopiert zu werden</translation>
    </message>
    <message>
        <source>replace an existing FILE</source>
        <translation>eine vorhandene FILE ersetzen</translation>
    </message>
    <message>
        <source>withdraw it after 15m, 2h, 1h30m or 90s, also over a reboot</source>
        <translation>nach 15m, 2h, 1h30m oder 90s zurücknehmen, auch über einen Neustart hinweg</translation>
    </message>
    <message>
        <source>until you withdraw it (default), or until you have logged out</source>
        <translation>bis Sie sie zurücknehmen (Vorgabe) oder bis Sie sich abgemeldet haben</translation>
    </message>
    <message>
        <source>as long as this process runs</source>
        <translation>solange dieser Prozess läuft</translation>
    </message>
    <message>
        <source>“{text}” is not a duration: {expected}</source>
        <translation>„{text}“ ist keine Dauer: {expected}</translation>
    </message>
    <message>
        <source>“{text}” is not a process ID</source>
        <translation>„{text}“ ist keine Prozess-ID</translation>
    </message>
    <message>
        <source>let what is applied for a time end later</source>
        <translation>verlängern, was auf Zeit angewendet ist</translation>
    </message>
    <message>
        <source>15 minutes later than now planned</source>
        <translation>15 Minuten später als jetzt geplant</translation>
    </message>
    <message>
        <source>until you withdraw it</source>
        <translation>bis Sie sie zurücknehmen</translation>
    </message>
    <message>
        <source>one configuration (default: all with a deadline)</source>
        <translation>eine Konfiguration (Vorgabe: alle mit einer Frist)</translation>
    </message>
    <message>
        <source>by how much: 15m, 2h, 1h30m, 90s</source>
        <translation>um wie viel: 15m, 2h, 1h30m, 90s</translation>
    </message>
    <message>
        <source>it stays until you withdraw it</source>
        <translation>bleibt, bis Sie sie zurücknehmen</translation>
    </message>
    <message>
        <source>undo what was applied and restore the previous files</source>
        <translation>Angewendetes zurücknehmen und die vorherigen Dateien wiederherstellen</translation>
    </message>
    <message>
        <source>everything that is applied</source>
        <translation>alles, was angewendet ist</translation>
    </message>
    <message>
        <source>one configuration; the others stay applied</source>
        <translation>eine Konfiguration; die anderen bleiben angewendet</translation>
    </message>
    <message>
        <source>what has expired</source>
        <translation>was abgelaufen ist</translation>
    </message>
    <message>
        <source>one configuration (default: everything)</source>
        <translation>eine Konfiguration (Vorgabe: alles)</translation>
    </message>
    <message>
        <source>only what has expired; every command does that first</source>
        <translation>nur, was abgelaufen ist; das tut jeder Befehl zuerst</translation>
    </message>
    <message>
        <source>the overrides on this machine, of any program, and what they do</source>
        <translation>die Overrides auf diesem Rechner, egal von welchem Programm, und was sie bewirken</translation>
    </message>
    <message>
        <source>remove one; the journal keeps it</source>
        <translation>eines entfernen; das Journal bewahrt es auf</translation>
    </message>
    <message>
        <source>restore one that was removed</source>
        <translation>eines wiederherstellen, das entfernt wurde</translation>
    </message>
    <message>
        <source>another machine: ssh:USER@BOX or ssh:BOX:PORT; nothing is installed there</source>
        <translation>ein anderer Rechner: ssh:USER@BOX oder ssh:BOX:PORT; dort wird nichts installiert</translation>
    </message>
    <message>
        <source>print JSON</source>
        <translation>JSON ausgeben</translation>
    </message>
    <message>
        <source>use the sample machine instead</source>
        <translation>stattdessen den Beispielrechner nehmen</translation>
    </message>
    <message>
        <source>write a file, or into a folder (default: print it)</source>
        <translation>in eine Datei oder einen Ordner schreiben (Vorgabe: ausgeben)</translation>
    </message>
    <message>
        <source>overwrite a file that holds something else</source>
        <translation>eine Datei überschreiben, die etwas anderes enthält</translation>
    </message>
    <message>
        <source>name or key of a configuration</source>
        <translation>Name oder Schlüssel einer Konfiguration</translation>
    </message>
    <message>
        <source>a variable that its program does not get; also several times</source>
        <translation>eine Variable, die das Programm nicht bekommt; auch mehrfach</translation>
    </message>
    <message>
        <source>find the layer, driver, setting or variable that breaks a program</source>
        <translation>finden, welcher Layer, Treiber, welche Einstellung oder Variable ein Programm scheitern lässt</translation>
    </message>
    <message>
        <source>a run works if it exits with 0</source>
        <translation>ein Lauf gelingt, wenn er mit 0 endet</translation>
    </message>
    <message>
        <source>or still runs after 20 seconds</source>
        <translation>oder nach 20 Sekunden noch läuft</translation>
    </message>
    <message>
        <source>or prints this</source>
        <translation>oder dies ausgibt</translation>
    </message>
    <message>
        <source>or you say so, after each run</source>
        <translation>oder Sie es nach jedem Lauf sagen</translation>
    </message>
    <message>
        <source>go on, and keep it off</source>
        <translation>fortsetzen und es ausgeschaltet lassen</translation>
    </message>
    <message>
        <source>Each trial is a launch of its own; nothing on the system changes.</source>
        <translation>Jeder Versuch ist ein eigener Start; am System ändert sich nichts.</translation>
    </message>
    <message>
        <source>a configuration (default: the selected one)</source>
        <translation>eine Konfiguration (Vorgabe: die ausgewählte)</translation>
    </message>
    <message>
        <source>what is tried (default: all)</source>
        <translation>was versucht wird (Vorgabe: alles)</translation>
    </message>
    <message>
        <source>go on with an interrupted search</source>
        <translation>eine unterbrochene Suche fortsetzen</translation>
    </message>
    <message>
        <source>give up an interrupted search</source>
        <translation>eine unterbrochene Suche aufgeben</translation>
    </message>
    <message>
        <source>keep what is found off: in the configuration NAME, or in a new one for the program</source>
        <translation>Gefundenes ausgeschaltet lassen: in der Konfiguration NAME oder in einer neuen für das Programm</translation>
    </message>
    <message>
        <source>exit code of a run that works</source>
        <translation>Exit-Status eines gelungenen Laufs</translation>
    </message>
    <message>
        <source>end a run after this time; 0: never (default: 10, with --ask 0)</source>
        <translation>einen Lauf nach dieser Zeit beenden; 0: nie (Vorgabe: 10, mit --ask 0)</translation>
    </message>
    <message>
        <source>what a run is that lasts until then (default: passes)</source>
        <translation>als was ein Lauf gilt, der bis dahin dauert (Vorgabe: passes)</translation>
    </message>
    <message>
        <source>a run that works prints this</source>
        <translation>ein gelungener Lauf gibt dies aus</translation>
    </message>
    <message>
        <source>a run that works does not print this</source>
        <translation>ein gelungener Lauf gibt dies nicht aus</translation>
    </message>
    <message>
        <source>ask after each run whether it worked</source>
        <translation>nach jedem Lauf fragen, ob er gelungen ist</translation>
    </message>
    <message>
        <source>run each trial up to N times, for a program that fails only now and then</source>
        <translation>jeden Versuch bis zu N-mal ausführen, für ein Programm, das nur hin und wieder scheitert</translation>
    </message>
    <message>
        <source>“{text}” is not a number of seconds</source>
        <translation>„{text}“ ist keine Zahl von Sekunden</translation>
    </message>
    <message>
        <source>“{text}” is not a number from 1 to 100</source>
        <translation>„{text}“ ist keine Zahl von 1 bis 100</translation>
    </message>
    <message>
        <source>every layer that the configuration does not name</source>
        <translation>jeder Layer, den die Konfiguration nicht nennt</translation>
    </message>
    <message>
        <source>Nothing of this can be copied: a configuration holds only variables and the program.</source>
        <translation>Nichts davon kann kopiert werden: Eine Konfiguration enthält nur Variablen und das Programm.</translation>
    </message>
    <message>
        <source>give an assumption, such as --set NAME=VALUE</source>
        <translation>nennen Sie eine Annahme, etwa --set NAME=VALUE</translation>
    </message>
    <message>
        <source>The collection vkconfig_py.vulkan is in {folder}.</source>
        <translation>Die Sammlung vkconfig_py.vulkan liegt in {folder}.</translation>
    </message>
    <message>
        <source>Ansible finds it with {variable}</source>
        <translation>Ansible findet sie mit {variable}</translation>
    </message>
    <message>
        <source>Nothing was written: {folder}: {reason}</source>
        <translation>Nichts wurde geschrieben: {folder}: {reason}</translation>
    </message>
    <message>
        <source>“{name}” is applied to {programs}: {path}</source>
        <translation>„{name}“ ist auf {programs} angewendet: {path}</translation>
    </message>
    <message>
        <source>“{name}” is applied to {programs} {until}: {path}</source>
        <translation>„{name}“ ist auf {programs} angewendet, {until}: {path}</translation>
    </message>
    <message>
        <source>Nothing would be applied: {reason}.</source>
        <translation>Nichts würde angewendet: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” would be applied to {programs}.</source>
        <translation>„{name}“ würde auf {programs} angewendet.</translation>
    </message>
    <message>
        <source>“{name}” lists programs of this machine. Name those of the other one with --program P, or use --every-program</source>
        <translation>„{name}“ nennt Programme dieses Rechners. Nennen Sie die des anderen mit --program P, oder nehmen Sie --every-program</translation>
    </message>
    <message>
        <source>This is another machine: --output FOLDER writes the files to copy there</source>
        <translation>Dies ist ein anderer Rechner: --output FOLDER schreibt die Dateien, die dorthin kopiert werden</translation>
    </message>
    <message>
        <source>every program</source>
        <translation>jedes Programm</translation>
    </message>
    <message>
        <source>Nothing is written: the override would change nothing</source>
        <translation>Nichts wird geschrieben: Das Override würde nichts ändern</translation>
    </message>
    <message>
        <source>{path}: place it in {folder}</source>
        <translation>{path}: gehört in {folder}</translation>
    </message>
    <message>
        <source>“{name}”: {reason} Name programs with --program P, or use --every-program</source>
        <translation>„{name}“: {reason} Nennen Sie Programme mit --program P, oder nehmen Sie --every-program</translation>
    </message>
    <message>
        <source>{reason}, so no override or settings file can match it</source>
        <translation>{reason}, also kann kein Override und keine Einstellungsdatei darauf passen</translation>
    </message>
    <message>
        <source>{reason}. Name the program that it starts.</source>
        <translation>{reason}. Nennen Sie das Programm, das es startet.</translation>
    </message>
    <message>
        <source>y(es), n(o), a(gain), s(top)</source>
        <translation>j(a), n(ein), e(rneut), b(eenden)</translation>
    </message>
    <message>
        <source>y</source>
        <comment>typed for yes; the letter of the question about a run</comment>
        <translation>j</translation>
    </message>
    <message>
        <source>n</source>
        <comment>typed for no; the letter of the question about a run</comment>
        <translation>n</translation>
    </message>
    <message>
        <source>a</source>
        <comment>typed for again; the letter of the question about a run</comment>
        <translation>e</translation>
    </message>
    <message>
        <source>s</source>
        <comment>typed for stop; the letter of the question about a run</comment>
        <translation>b</translation>
    </message>
    <message>
        <source>vkconfig-py bisect --forget gives it up.</source>
        <translation>vkconfig-py bisect --forget gibt sie auf.</translation>
    </message>
    <message>
        <source>vkconfig-py bisect --continue goes on, bisect --forget gives it up.</source>
        <translation>vkconfig-py bisect --continue setzt sie fort, bisect --forget gibt sie auf.</translation>
    </message>
    <message>
        <source>To keep it off: vkconfig-py bisect --continue --pin</source>
        <translation>Um es ausgeschaltet zu lassen: vkconfig-py bisect --continue --pin</translation>
    </message>
    <message>
        <source>The search is running; end it first.</source>
        <translation>Die Suche läuft; beenden Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Forgot the search for what breaks {program}.</source>
        <translation>Die Suche nach dem, was {program} scheitern lässt, wurde verworfen.</translation>
    </message>
    <message>
        <source>There is no search to forget.</source>
        <translation>Es gibt keine Suche, die verworfen werden könnte.</translation>
    </message>
    <message>
        <source>no program is chosen; name one: {command}</source>
        <translation>kein Programm ist ausgewählt; nennen Sie eines: {command}</translation>
    </message>
    <message>
        <source>--continue goes on with the program that the search began with</source>
        <translation>--continue fährt mit dem Programm fort, mit dem die Suche begann</translation>
    </message>
    <message>
        <source>There is no search to continue.</source>
        <translation>Es gibt keine Suche, die fortgesetzt werden könnte.</translation>
    </message>
    <message>
        <source>Trial {number}, run before: {outcome}</source>
        <translation>Versuch {number}, schon gelaufen: {outcome}</translation>
    </message>
    <message>
        <source>Trial {number}: {trial}</source>
        <translation>Versuch {number}: {trial}</translation>
    </message>
    <message>
        <source>It has ended. {question} {letters}</source>
        <translation>Es hat geendet. {question} {letters}</translation>
    </message>
    <message>
        <source>It is kept off in “{name}”.</source>
        <translation>Es bleibt in „{name}“ ausgeschaltet.</translation>
    </message>
    <message>
        <source>“{name}” keeps it off for {program}: run it with vkconfig-py run, or let it hold for every start with vkconfig-py apply.</source>
        <translation>„{name}“ lässt es für {program} ausgeschaltet: Starten Sie es mit vkconfig-py run, oder lassen Sie es mit vkconfig-py apply für jeden Start gelten.</translation>
    </message>
    <message>
        <source>No difference.</source>
        <translation>Kein Unterschied.</translation>
    </message>
    <message>
        <source>No build was added: {command}</source>
        <translation>Kein Build wurde hinzugefügt: {command}</translation>
    </message>
    <message>
        <source>The build was not added</source>
        <translation>Der Build wurde nicht hinzugefügt</translation>
    </message>
    <message>
        <source>“{name}” loads {layer} first, from {path}.</source>
        <translation>„{name}“ lädt {layer} zuerst, aus {path}.</translation>
    </message>
    <message>
        <source>Its manifest was made: {manifest}</source>
        <translation>Das Manifest wurde erzeugt: {manifest}</translation>
    </message>
    <message>
        <source>{layer} is no longer searched for in {manifest}.</source>
        <translation>{layer} wird nicht mehr in {manifest} gesucht.</translation>
    </message>
    <message>
        <source>There is no build of “{name}”. There are: {names}</source>
        <translation>Es gibt keinen Build von „{name}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>There is no build of “{name}”, and none of another layer.</source>
        <translation>Es gibt keinen Build von „{name}“ und keinen eines anderen Layers.</translation>
    </message>
    <message>
        <source>This configuration lists no programs.</source>
        <translation>Diese Konfiguration führt keine Programme auf.</translation>
    </message>
    <message>
        <source>Choose a program first.</source>
        <translation>Wählen Sie zuerst ein Programm.</translation>
    </message>
    <message>
        <source>works</source>
        <comment>a means to choose devices</comment>
        <translation>geht</translation>
    </message>
    <message>
        <source>no</source>
        <comment>a means to choose devices does not work here</comment>
        <translation>nein</translation>
    </message>
    <message>
        <source>used</source>
        <comment>the means to choose devices that is used</comment>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>“{name}” chooses no devices: programs get all of them, in the order of the loader.</source>
        <translation>„{name}“ wählt keine Geräte aus: Programme bekommen alle, in der Reihenfolge des Loaders.</translation>
    </message>
    <message>
        <source>Choose devices</source>
        <translation>Geräte wählen</translation>
    </message>
    <message>
        <source>{way} “{name}” was not changed; vkconfig-py devices ways lists what works here.</source>
        <translation>{way} „{name}“ wurde nicht geändert; vkconfig-py devices ways listet auf, was hier funktioniert.</translation>
    </message>
    <message>
        <source>“{name}”: programs get {devices}.</source>
        <translation>„{name}“: Programme bekommen {devices}.</translation>
    </message>
    <message>
        <source>“{name}” chooses {devices}. This is saved, but not possible here.</source>
        <translation>„{name}“ wählt {devices}. Das ist gespeichert, aber hier nicht möglich.</translation>
    </message>
    <message>
        <source>No loader is known here, so no method can be tried.</source>
        <translation>Hier ist kein Loader bekannt, also kann kein Weg getestet werden.</translation>
    </message>
    <message>
        <source>Wanted: {devices}</source>
        <translation>Gewünscht: {devices}</translation>
    </message>
    <message>
        <source>There is no device that can be chosen.</source>
        <translation>Es gibt kein Gerät, das ausgewählt werden kann.</translation>
    </message>
    <message>
        <source>What follows is about {device} only.</source>
        <translation>Das Folgende betrifft nur {device}.</translation>
    </message>
    <message>
        <source>What would be applied chooses no devices.</source>
        <translation>Was angewendet würde, wählt keine Geräte aus.</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>kein Gerät</translation>
    </message>
    <message>
        <source>name a shell: bash, zsh or fish</source>
        <translation>nennen Sie eine Shell: bash, zsh oder fish</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>for {platforms} only</source>
        <translation>nur für {platforms}</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>mitgeliefert</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>a newer version is shipped</source>
        <translation>eine neuere Fassung ist mitgeliefert</translation>
    </message>
    <message>
        <source>“{name}” is selected.</source>
        <translation>„{name}“ ist ausgewählt.</translation>
    </message>
    <message>
        <source>Nothing to change.</source>
        <translation>Nichts zu ändern.</translation>
    </message>
    <message>
        <source>A configuration needs a name.</source>
        <translation>Eine Konfiguration braucht einen Namen.</translation>
    </message>
    <message>
        <source>{path} could not be read: {reason}</source>
        <translation>{path} konnte nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>{path} holds no configuration.</source>
        <translation>{path} enthält keine Konfiguration.</translation>
    </message>
    <message>
        <source>“{name}” was written to {path}.</source>
        <translation>„{name}“ wurde nach {path} geschrieben.</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>„{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>“{name}” was added.</source>
        <translation>„{name}“ wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>“{name}” is the new name of “{old}”.</source>
        <translation>„{name}“ ist der neue Name von „{old}“.</translation>
    </message>
    <message>
        <source>“{name}” is above “{other}” now.</source>
        <translation>„{name}“ steht jetzt über „{other}“.</translation>
    </message>
    <message>
        <source>“{name}” is below “{other}” now.</source>
        <translation>„{name}“ steht jetzt unter „{other}“.</translation>
    </message>
    <message>
        <source>“{name}” was reset to its built-in state.</source>
        <translation>„{name}“ wurde auf den mitgelieferten Stand zurückgesetzt.</translation>
    </message>
    <message>
        <source>“{name}” was reset to loader defaults.</source>
        <translation>„{name}“ wurde auf die Vorgaben des Loaders zurückgesetzt.</translation>
    </message>
    <message>
        <source>There are no devices: {command} returns {result}</source>
        <translation>Es gibt keine Geräte: {command} gibt {result} zurück</translation>
    </message>
    <message>
        <source>There are no devices: vkEnumeratePhysicalDevices succeeds and returns none</source>
        <translation>Es gibt keine Geräte: vkEnumeratePhysicalDevices gelingt und gibt keine zurück</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>name one or two sides: a saved report, a what-if like loader-version=1.3.239, or now; or two devices (device:0 device:1) or configurations (configuration:NAME)</source>
        <translation>nennen Sie eine oder zwei Seiten: einen gespeicherten Bericht, ein Was-wäre-wenn wie loader-version=1.3.239 oder now; oder zwei Geräte (device:0 device:1) oder Konfigurationen (configuration:NAME)</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}</source>
        <translation>{path} kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>{path} is not a report: {reason}; vkconfig-py report --json writes one</source>
        <translation>{path} ist kein Bericht: {reason}; vkconfig-py report --json schreibt einen</translation>
    </message>
    <message>
        <source>{path} is not a report; vkconfig-py report --json writes one</source>
        <translation>{path} ist kein Bericht; vkconfig-py report --json schreibt einen</translation>
    </message>
    <message>
        <source>PySide6 is not installed, so the window cannot be opened; commands need no Qt.</source>
        <translation>PySide6 ist nicht installiert, also kann das Fenster nicht geöffnet werden; Befehle brauchen kein Qt.</translation>
    </message>
    <message>
        <source>No driver is installed.</source>
        <translation>Kein Treiber ist installiert.</translation>
    </message>
    <message>
        <source>No Vulkan loader is installed, so no program can use Vulkan.</source>
        <translation>Kein Vulkan-Loader ist installiert, also kann kein Programm Vulkan verwenden.</translation>
    </message>
    <message>
        <source>{loader} is installed: {path}</source>
        <translation>{loader} ist installiert: {path}</translation>
    </message>
    <message>
        <source>No driver is used.</source>
        <translation>Kein Treiber wird verwendet.</translation>
    </message>
    <message>
        <source>No layer is used.</source>
        <translation>Kein Layer wird verwendet.</translation>
    </message>
    <message numerus="yes">
        <source>{works} of {n} drivers work.</source>
        <comment>{works} of {n} driver works.</comment>
        <translation>
            <numerusform>{works} von {n} Treiber funktioniert.</numerusform>
            <numerusform>{works} von {n} Treibern funktionieren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{works} of {n} drivers work; not {names}.</source>
        <comment>{works} of {n} driver works; not {names}.</comment>
        <translation>
            <numerusform>{works} von {n} Treiber funktioniert; nicht {names}.</numerusform>
            <numerusform>{works} von {n} Treibern funktionieren; nicht {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{works} of {n} layers work.</source>
        <comment>{works} of {n} layer works.</comment>
        <translation>
            <numerusform>{works} von {n} Layer funktioniert.</numerusform>
            <numerusform>{works} von {n} Layern funktionieren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{works} of {n} layers work; not {names}.</source>
        <comment>{works} of {n} layer works; not {names}.</comment>
        <translation>
            <numerusform>{works} von {n} Layer funktioniert; nicht {names}.</numerusform>
            <numerusform>{works} von {n} Layern funktionieren; nicht {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Programs cannot create a Vulkan instance: {reason}.</source>
        <translation>Programme können keine Vulkan-Instanz erzeugen: {reason}.</translation>
    </message>
    <message>
        <source>Programs get an instance without layers.</source>
        <translation>Programme bekommen eine Instanz ohne Layer.</translation>
    </message>
    <message>
        <source>Programs get an instance with {layers}.</source>
        <translation>Programme bekommen eine Instanz mit {layers}.</translation>
    </message>
    <message>
        <source>Programs get an instance without layers, but no device.</source>
        <translation>Programme bekommen eine Instanz ohne Layer, aber kein Gerät.</translation>
    </message>
    <message>
        <source>Programs get an instance with {layers}, but no device.</source>
        <translation>Programme bekommen eine Instanz mit {layers}, aber kein Gerät.</translation>
    </message>
    <message>
        <source>Programs get an instance without layers, on {devices}.</source>
        <translation>Programme bekommen eine Instanz ohne Layer, auf {devices}.</translation>
    </message>
    <message>
        <source>Programs get an instance with {layers}, on {devices}.</source>
        <translation>Programme bekommen eine Instanz mit {layers}, auf {devices}.</translation>
    </message>
    <message>
        <source>The real loader does what is predicted.</source>
        <translation>Der echte Loader tut, was vorhergesagt ist.</translation>
    </message>
    <message>
        <source>Nothing overrides layers on this machine.</source>
        <translation>Kein Override ändert Layer auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Only vkconfig-py has applied something.</source>
        <translation>Nur vkconfig-py hat etwas angewendet.</translation>
    </message>
    <message>
        <source>{path} of {owner}</source>
        <translation>{path} von {owner}</translation>
    </message>
    <message numerus="yes">
        <source>{n} overrides are left behind: {files}.</source>
        <comment>{n} override is left behind: {files}.</comment>
        <translation>
            <numerusform>{n} Override ist zurückgeblieben: {files}.</numerusform>
            <numerusform>{n} Overrides sind zurückgeblieben: {files}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} overrides are in force: {files}.</source>
        <comment>{n} override is in force: {files}.</comment>
        <translation>
            <numerusform>{n} Override gilt: {files}.</numerusform>
            <numerusform>{n} Overrides gelten: {files}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems in manifests, settings files and variables.</source>
        <translation>Keine Probleme in Manifesten, Einstellungsdateien und Variablen.</translation>
    </message>
    <message numerus="yes">
        <source>{n} errors</source>
        <comment>{n} error</comment>
        <translation>
            <numerusform>{n} Fehler</numerusform>
            <numerusform>{n} Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} warnings</source>
        <comment>{n} warning</comment>
        <translation>
            <numerusform>{n} Warnung</numerusform>
            <numerusform>{n} Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{errors} in manifests, settings files and variables, such as: {problem}.</source>
        <translation>{errors} in Manifesten, Einstellungsdateien und Variablen, zum Beispiel: {problem}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} configurations can be read.</source>
        <comment>{n} configuration can be read.</comment>
        <translation>
            <numerusform>{n} Konfiguration kann gelesen werden.</numerusform>
            <numerusform>{n} Konfigurationen können gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The window can be opened.</source>
        <translation>Das Fenster kann geöffnet werden.</translation>
    </message>
    <message>
        <source>off</source>
        <comment>a driver that is left out</comment>
        <translation>aus</translation>
    </message>
    <message>
        <source>“{path}” is the name of several drivers of “{name}”; give its path.</source>
        <translation>„{path}“ ist der Name mehrerer Treiber von „{name}“; geben Sie den Pfad an.</translation>
    </message>
    <message>
        <source>“{path}” is not a driver that was added to “{name}”.</source>
        <translation>„{path}“ ist kein Treiber, der zu „{name}“ hinzugefügt wurde.</translation>
    </message>
    <message>
        <source>“{name}” adds no drivers.</source>
        <translation>„{name}“ fügt keine Treiber hinzu.</translation>
    </message>
    <message>
        <source>{name} is left out: {reason}</source>
        <translation>{name} wird weggelassen: {reason}</translation>
    </message>
    <message>
        <source>No program is chosen, and “{name}” has none of its own; name one: {command}</source>
        <translation>Kein Programm ist ausgewählt, und „{name}“ hat kein eigenes; nennen Sie eines: {command}</translation>
    </message>
    <message>
        <source>Say what to explain: a layer, a driver manifest, a variable, a pattern, an extension</source>
        <translation>Sagen Sie, was erklärt werden soll: ein Layer, ein Treibermanifest, eine Variable, ein Muster, eine Erweiterung</translation>
    </message>
    <message>
        <source>There is no “{name}” there. {reason}</source>
        <translation>Dort gibt es kein „{name}“. {reason}</translation>
    </message>
    <message>
        <source>There is no “{name}” there. {reason}. If your remote has it, this installs it there: {command}</source>
        <translation>Dort gibt es kein „{name}“. {reason}. Wenn Ihre Paketquelle es hat, installiert dies es dort: {command}</translation>
    </message>
    <message>
        <source>There is no layer, driver, variable, pattern, extension or settings file named “{name}”; vkconfig-py list --layers shows the layers</source>
        <translation>Es gibt keinen Layer, Treiber, keine Variable, kein Muster, keine Erweiterung und keine Einstellungsdatei namens „{name}“; vkconfig-py list --layers zeigt die Layer</translation>
    </message>
    <message>
        <source>“{name}”: {how}</source>
        <translation>„{name}“: {how}</translation>
    </message>
    <message>
        <source>“{name}” stays applied until you withdraw it.</source>
        <translation>„{name}“ bleibt angewendet, bis Sie sie zurücknehmen.</translation>
    </message>
    <message>
        <source>Nothing is applied for a time, so there is nothing to extend</source>
        <translation>Nichts ist auf Zeit angewendet, also gibt es nichts zu verlängern</translation>
    </message>
    <message>
        <source>implicit layers</source>
        <translation>implizite Layer</translation>
    </message>
    <message>
        <source>implicit layers, off</source>
        <translation>implizite Layer, aus</translation>
    </message>
    <message>
        <source>explicit layers</source>
        <translation>explizite Layer</translation>
    </message>
    <message>
        <source>explicit layers, off</source>
        <translation>explizite Layer, aus</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} existiert nicht.</translation>
    </message>
    <message>
        <source>No folders of your own are searched.</source>
        <translation>Keine eigenen Ordner werden durchsucht.</translation>
    </message>
    <message>
        <source>without {path}</source>
        <translation>ohne {path}</translation>
    </message>
    <message>
        <source>“{path}” is not a folder that was added.</source>
        <translation>„{path}“ ist kein Ordner, der hinzugefügt wurde.</translation>
    </message>
    <message>
        <source>“{file}” is not a manifest in a folder that was added.</source>
        <translation>„{file}“ ist kein Manifest in einem Ordner, der hinzugefügt wurde.</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <comment>what is done to a file</comment>
        <translation>Unverändert</translation>
    </message>
    <message>
        <source>Name either manifests or --configuration, not both</source>
        <translation>Nennen Sie entweder Manifeste oder --configuration, nicht beides</translation>
    </message>
    <message>
        <source>Name either manifests or installed layers, not both</source>
        <translation>Nennen Sie entweder Manifeste oder installierte Layer, nicht beides</translation>
    </message>
    <message>
        <source>for the selected configuration, “{name}”</source>
        <translation>für die ausgewählte Konfiguration „{name}“</translation>
    </message>
    <message>
        <source>There is no layer “{name}”. There are: {names}</source>
        <translation>Es gibt keinen Layer „{name}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>There is no layer “{name}”, and none of another name.</source>
        <translation>Es gibt keinen Layer „{name}“ und keinen mit einem anderen Namen.</translation>
    </message>
    <message>
        <source>Desktop files are for Linux, and need a home folder: set HOME.</source>
        <translation>Desktop-Dateien sind für Linux und brauchen einen persönlichen Ordner: Setzen Sie HOME.</translation>
    </message>
    <message>
        <source>This copy has no command that a menu could start. Install it first: {pipx} or {uv}</source>
        <translation>Diese Kopie hat keinen Befehl, den ein Menü starten könnte. Installieren Sie sie zuerst: {pipx} oder {uv}</translation>
    </message>
    <message>
        <source>To go on: run the same command again.</source>
        <translation>Zum Fortsetzen: denselben Befehl noch einmal ausführen.</translation>
    </message>
    <message>
        <source>remove {path}</source>
        <translation>{path} entfernen</translation>
    </message>
    <message>
        <source>write {path}</source>
        <translation>{path} schreiben</translation>
    </message>
    <message>
        <source>remove {path}, of an older version</source>
        <translation>{path} entfernen, von einer älteren Version</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>vkconfig-py is not in the menu.</source>
        <translation>vkconfig-py ist nicht im Menü.</translation>
    </message>
    <message>
        <source>vkconfig-py is in the menu. To remove it: vkconfig-py install-desktop --remove</source>
        <translation>vkconfig-py ist im Menü. Zum Entfernen: vkconfig-py install-desktop --remove</translation>
    </message>
    <message>
        <source>--restore reverts a whole action; --to N --file PATH one file of it</source>
        <translation>--restore nimmt eine ganze Aktion zurück; --to N --file PATH eine Datei davon</translation>
    </message>
    <message>
        <source>--dry-run shows what --restore or --to would change</source>
        <translation>--dry-run zeigt, was --restore oder --to ändern würde</translation>
    </message>
    <message>
        <source>The journal has no entry number {number}.</source>
        <translation>Das Journal hat keine Nummer {number}.</translation>
    </message>
    <message>
        <source>Nothing was restored: the files are as they were then.</source>
        <translation>Nichts wurde wiederhergestellt: Die Dateien sind, wie sie damals waren.</translation>
    </message>
    <message>
        <source>Restored: {path}</source>
        <translation>Wiederhergestellt: {path}</translation>
    </message>
    <message>
        <source>Nothing was written after {when}: the files are as they were then.</source>
        <translation>Nach {when} wurde nichts geschrieben: Die Dateien sind, wie sie damals waren.</translation>
    </message>
    <message>
        <source>a file; then {change}</source>
        <translation>eine Datei; dann {change}</translation>
    </message>
    <message>
        <source>no file; then {change}</source>
        <translation>keine Datei; dann {change}</translation>
    </message>
    <message>
        <source>Nothing was written yet.</source>
        <translation>Noch wurde nichts geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>… and {n} older ones; --json has them all.</source>
        <comment>… and {n} older one; --json has it.</comment>
        <translation>
            <numerusform>… und {n} älterer; --json hat ihn.</numerusform>
            <numerusform>… und {n} ältere; --json hat sie alle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and {n} more files; --json has them all.</source>
        <comment>… and {n} more file; --json has it.</comment>
        <translation>
            <numerusform>… und {n} weitere Datei; --json hat sie.</numerusform>
            <numerusform>… und {n} weitere Dateien; --json hat sie alle.</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be read: {reason}.</source>
        <translation>Kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>applied to {programs}</source>
        <translation>angewendet auf {programs}</translation>
    </message>
    <message>
        <source>built in, edited</source>
        <translation>mitgeliefert, bearbeitet</translation>
    </message>
    <message>
        <source>--off cannot be combined with kinds of messages</source>
        <translation>--off verträgt sich nicht mit Arten von Meldungen</translation>
    </message>
    <message>
        <source>nothing more than usual</source>
        <translation>nicht mehr als gewöhnlich</translation>
    </message>
    <message>
        <source>Under “{name}” the loader prints: {messages}.</source>
        <translation>Unter „{name}“ gibt der Loader aus: {messages}.</translation>
    </message>
    <message>
        <source>“{word}” is not a kind of message of the loader; there are {known}</source>
        <translation>„{word}“ ist keine Art von Meldung des Loaders; es gibt {known}</translation>
    </message>
    <message>
        <source>name a layer and its place, or --reset alone</source>
        <translation>nennen Sie einen Layer und seinen Platz oder nur --reset</translation>
    </message>
    <message>
        <source>Chain of “{name}”, nearest to the program first:</source>
        <translation>Kette von „{name}“, vom Programm aus gesehen:</translation>
    </message>
    <message>
        <source>The loader gives another order than asked for; explain tells why.</source>
        <translation>Der Loader gibt eine andere Reihenfolge als gewünscht; explain sagt, warum.</translation>
    </message>
    <message>
        <source>“{name}” is not in the chain: {layers}</source>
        <translation>„{name}“ ist nicht in der Kette: {layers}</translation>
    </message>
    <message>
        <source>{path} is a saved report of a machine: it is shown, and not kept.</source>
        <translation>{path} ist ein gespeicherter Bericht eines Rechners: Er wird gezeigt, nicht aufgenommen.</translation>
    </message>
    <message>
        <source>Nothing was added: all of it is here already.</source>
        <translation>Nichts wurde hinzugefügt: Alles davon ist schon da.</translation>
    </message>
    <message>
        <source>Added: “{name}”</source>
        <translation>Hinzugefügt: „{name}“</translation>
    </message>
    <message>
        <source>Removed: “{name}”</source>
        <translation>Entfernt: „{name}“</translation>
    </message>
    <message>
        <source>Searched for layers from now on: {folder}</source>
        <translation>Wird von nun an nach Layern durchsucht: {folder}</translation>
    </message>
    <message>
        <source>Turn it on: {command}</source>
        <translation>Einschalten: {command}</translation>
    </message>
    <message>
        <source>{path} is {kind}.</source>
        <translation>{path} ist {kind}.</translation>
    </message>
    <message>
        <source>Also searched for layers:</source>
        <translation>Wird ebenfalls nach Layern durchsucht:</translation>
    </message>
    <message>
        <source>Notes:</source>
        <translation>Hinweise:</translation>
    </message>
    <message>
        <source>Not imported, or changed:</source>
        <translation>Nicht importiert oder geändert:</translation>
    </message>
    <message>
        <source>{program} has no option sets.</source>
        <translation>{program} hat keine Optionssätze.</translation>
    </message>
    <message>
        <source>name the option set with --new or --change</source>
        <translation>nennen Sie den Optionssatz mit --new oder --change</translation>
    </message>
    <message>
        <source>The arguments cannot be read: {reason}</source>
        <translation>Die Argumente können nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>no arguments</source>
        <translation>keine Argumente</translation>
    </message>
    <message>
        <source>{name} unset</source>
        <translation>{name} nicht gesetzt</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>log appended to {path}</source>
        <translation>Protokoll setzt {path} fort</translation>
    </message>
    <message>
        <source>log in {path}</source>
        <translation>Protokoll in {path}</translation>
    </message>
    <message>
        <source>There is no override on this machine.</source>
        <translation>Auf diesem Rechner gibt es kein Override.</translation>
    </message>
    <message>
        <source>{path} is not an override on this machine</source>
        <translation>{path} ist kein Override auf diesem Rechner</translation>
    </message>
    <message>
        <source>Removed: what {owner} wrote into {path}</source>
        <translation>Entfernt: was {owner} in {path} geschrieben hat</translation>
    </message>
    <message>
        <source>Removed: {path}</source>
        <translation>Entfernt: {path}</translation>
    </message>
    <message>
        <source>The previous file was restored.</source>
        <translation>Die vorherige Datei wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>To restore it: {command}</source>
        <translation>Zum Wiederherstellen: {command}</translation>
    </message>
    <message>
        <source>since {time} ({age})</source>
        <translation>seit {time} ({age})</translation>
    </message>
    <message>
        <source>left behind</source>
        <translation>zurückgeblieben</translation>
    </message>
    <message>
        <source>{owner}, in a file of another program</source>
        <translation>{owner}, in einer Datei eines anderen Programms</translation>
    </message>
    <message>
        <source>“{name}” is applied {until}.</source>
        <translation>„{name}“ ist angewendet, {until}.</translation>
    </message>
    <message>
        <source>No answers are remembered: everything is asked and shown.</source>
        <translation>Keine Antwort ist gespeichert: Alles wird gefragt und gezeigt.</translation>
    </message>
    <message>
        <source>“{key}” is not a preference; there are {names}.</source>
        <translation>„{key}“ ist keine Programmeinstellung; es gibt {names}.</translation>
    </message>
    <message>
        <source>The preferences could not be saved</source>
        <translation>Die Programmeinstellungen konnten nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Funktioniert</translation>
    </message>
    <message>
        <source>Refuses</source>
        <translation>Verweigert</translation>
    </message>
    <message>
        <source>Does not open</source>
        <translation>Lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>Schlägt fehl</translation>
    </message>
    <message>
        <source>Crashes</source>
        <translation>Stürzt ab</translation>
    </message>
    <message>
        <source>Hangs</source>
        <translation>Hängt</translation>
    </message>
    <message>
        <source>Uses too many resources</source>
        <translation>Verbraucht zu viele Ressourcen</translation>
    </message>
    <message>
        <source>Ends the program</source>
        <translation>Beendet das Programm</translation>
    </message>
    <message>
        <source>Not probed</source>
        <translation>Nicht getestet</translation>
    </message>
    <message>
        <source>Drivers</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Everything happened as predicted.</source>
        <translation>Alles geschah wie vorhergesagt.</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no layers</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>vkCreateInstance was expected to return {predicted}; it returned {seen}</source>
        <translation>vkCreateInstance sollte {predicted} zurückgeben; es gab {seen} zurück</translation>
    </message>
    <message>
        <source>Expected in the chain: {predicted}; found: {seen}</source>
        <translation>In der Kette erwartet: {predicted}; gefunden: {seen}</translation>
    </message>
    <message>
        <source>Expected order of calls: {predicted}; called: {seen}</source>
        <translation>Erwartete Reihenfolge der Aufrufe: {predicted}; aufgerufen: {seen}</translation>
    </message>
    <message>
        <source>--root and --as name another system, whose libraries cannot be opened here. “vkconfig-py report” with the same option shows what its files say.</source>
        <translation>--root und --as nennen ein anderes System, dessen Bibliotheken hier nicht geöffnet werden können. „vkconfig-py report“ mit derselben Option zeigt, was seine Dateien sagen.</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>{command} returns {result}</source>
        <translation>{command} gibt {result} zurück</translation>
    </message>
    <message numerus="yes">
        <source>There is no problem {number}; there are {n}</source>
        <comment>There is no problem {number}; there is {n}</comment>
        <translation>
            <numerusform>Es gibt kein Problem {number}; es gibt {n}</numerusform>
            <numerusform>Es gibt kein Problem {number}; es gibt {n}</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no problem with the code {code}</source>
        <translation>Es gibt kein Problem mit dem Code {code}</translation>
    </message>
    <message>
        <source>{count} problems have the code {code}; use a number: {numbers}</source>
        <translation>{count} Probleme haben den Code {code}; nehmen Sie eine Nummer: {numbers}</translation>
    </message>
    <message numerus="yes">
        <source>There are {n} ways to fix it</source>
        <comment>There is {n} way to fix it</comment>
        <translation>
            <numerusform>Es gibt {n} Weg zur Behebung</numerusform>
            <numerusform>Es gibt {n} Wege zur Behebung</numerusform>
        </translation>
    </message>
    <message>
        <source>Move aside</source>
        <translation>Beiseitelegen</translation>
    </message>
    <message>
        <source>The file is kept; {command} restores it.</source>
        <translation>Die Datei bleibt erhalten; {command} stellt sie wieder her.</translation>
    </message>
    <message>
        <source>{reason} Run this instead:
{command}</source>
        <translation>{reason} Führen Sie stattdessen dies aus:
{command}</translation>
    </message>
    <message>
        <source>To undo it: {command}</source>
        <translation>Zum Rückgängigmachen: {command}</translation>
    </message>
    <message>
        <source>Variables of your session cannot be changed from here. Use --in CONFIGURATION to change them for the programs of a configuration, or run:
{commands}</source>
        <translation>Variablen Ihrer Sitzung können von hier nicht geändert werden. Nehmen Sie --in CONFIGURATION, um sie für die Programme einer Konfiguration zu ändern, oder führen Sie aus:
{commands}</translation>
    </message>
    <message>
        <source>Change {names}</source>
        <translation>{names} ändern</translation>
    </message>
    <message>
        <source>{names}: changed in “{name}”.</source>
        <translation>{names}: in „{name}“ geändert.</translation>
    </message>
    <message>
        <source>There is no fix to undo</source>
        <translation>Es gibt keine Behebung, die rückgängig gemacht werden könnte</translation>
    </message>
    <message>
        <source>--stop is about one process: name its PID</source>
        <translation>--stop betrifft einen Prozess: Nennen Sie seine PID</translation>
    </message>
    <message>
        <source>There is no process {pid}.</source>
        <translation>Es gibt keinen Prozess {pid}.</translation>
    </message>
    <message>
        <source>No running program has Vulkan loaded.</source>
        <translation>Kein laufendes Programm hat Vulkan geladen.</translation>
    </message>
    <message>
        <source>Process {pid} ({name}) belongs to another user: its entry in /proc cannot be read. Run this as root.</source>
        <translation>Prozess {pid} ({name}) gehört einem anderen Benutzer: Sein Eintrag in /proc ist nicht lesbar. Führen Sie dies als root aus.</translation>
    </message>
    <message>
        <source>Process {pid} ({name}) has no Vulkan loader loaded.</source>
        <translation>Prozess {pid} ({name}) hat keinen Vulkan-Loader geladen.</translation>
    </message>
    <message>
        <source>off</source>
        <comment>a program that a configuration is not used for</comment>
        <translation>aus</translation>
    </message>
    <message>
        <source>“{name}” is for every program.</source>
        <translation>„{name}“ gilt für jedes Programm.</translation>
    </message>
    <message>
        <source>“{path}” is not in the list of programs of “{name}”.</source>
        <translation>„{path}“ ist kein Programm in der Liste von „{name}“.</translation>
    </message>
    <message>
        <source>There is nothing to redo: nothing was undone since the latest change.</source>
        <translation>Es gibt nichts zu wiederholen: Seit der letzten Änderung wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Redone: {step}</source>
        <translation>Wiederholt: {step}</translation>
    </message>
    <message>
        <source>--machine shows a machine as it is and can be combined with --json only. For assumptions about a root folder, use “report --root FOLDER”.</source>
        <translation>--machine zeigt einen Rechner, wie er ist, und verträgt sich nur mit --json. Für Annahmen über einen Wurzelordner dient „report --root FOLDER“.</translation>
    </message>
    <message>
        <source>{host} and {machine} each name a machine: give one of them.</source>
        <translation>{host} und {machine} nennen je einen Rechner: Geben Sie eines davon an.</translation>
    </message>
    <message>
        <source>On {address}</source>
        <translation>Auf {address}</translation>
    </message>
    <message>
        <source>On {name}, {address}</source>
        <translation>Auf {name}, {address}</translation>
    </message>
    <message>
        <source>On {name}: {what}</source>
        <translation>Auf {name}: {what}</translation>
    </message>
    <message>
        <source>{device}: nothing is opened on a device; “report” reads it</source>
        <translation>{device}: Auf einem Gerät wird nichts geöffnet; „report“ liest es</translation>
    </message>
    <message>
        <source>--demo uses the sample machine instead. --host ADDRESS asks another machine: ssh:USER@BOX, ssh:BOX:PORT or adb:SERIAL; nothing is installed there. --machine shows one from what is here: a system&apos;s root folder, a Fuchsia system, folders that were pulled from an Android device, or a report that --json wrote.</source>
        <translation>--demo nimmt stattdessen den Beispielrechner. --host ADDRESS fragt einen anderen Rechner: ssh:USER@BOX, ssh:BOX:PORT oder adb:SERIAL; dort wird nichts installiert. --machine zeigt einen aus dem, was hier ist: der Wurzelordner eines Systems, ein Fuchsia-System, von einem Android-Gerät geholte Ordner oder ein Bericht, den --json geschrieben hat.</translation>
    </message>
    <message>
        <source>loader {version}</source>
        <translation>Loader {version}</translation>
    </message>
    <message>
        <source>loads {layers}</source>
        <translation>lädt {layers}</translation>
    </message>
    <message>
        <source>drivers {names}</source>
        <translation>Treiber {names}</translation>
    </message>
    <message>
        <source>devices {names}</source>
        <translation>Geräte {names}</translation>
    </message>
    <message>
        <source>No saved report here: vkconfig-py report --json &gt; MACHINE.json makes one.</source>
        <translation>Kein gespeicherter Bericht hier: vkconfig-py report --json &gt; MACHINE.json erzeugt einen.</translation>
    </message>
    <message numerus="yes">
        <source>{n} left out by the filter</source>
        <comment>{n} left out by the filter</comment>
        <translation>
            <numerusform>{n} vom Filter weggelassen</numerusform>
            <numerusform>{n} vom Filter weggelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no report of “{name}”: it is neither a machine nor a file</source>
        <translation>kein Bericht von „{name}“: weder ein Rechner noch eine Datei</translation>
    </message>
    <message>
        <source>Nothing was forgotten</source>
        <translation>Nichts wurde vergessen</translation>
    </message>
    <message>
        <source>Forgotten: {program}</source>
        <translation>Vergessen: {program}</translation>
    </message>
    <message>
        <source>No launch has shown yet what a program requests.</source>
        <translation>Noch hat kein Start gezeigt, was ein Programm anfordert.</translation>
    </message>
    <message>
        <source>No launch has shown what “{name}” requests.</source>
        <translation>Kein Start hat gezeigt, was „{name}“ anfordert.</translation>
    </message>
    <message>
        <source>There is no driver “{name}”. There are: {names}</source>
        <translation>Es gibt keinen Treiber „{name}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>There is no driver “{name}”, and none of another name.</source>
        <translation>Es gibt keinen Treiber „{name}“ und keinen mit einem anderen Namen.</translation>
    </message>
    <message>
        <source>{message} (the layer suppressed more)</source>
        <translation>{message} (der Layer hat weitere weggelassen)</translation>
    </message>
    <message>
        <source>Nothing was run from here yet.</source>
        <translation>Von hier wurde noch nichts gestartet.</translation>
    </message>
    <message>
        <source>“{text}” means several runs: write all of it.</source>
        <translation>„{text}“ steht für mehrere Läufe: Schreiben Sie die ganze Kennung.</translation>
    </message>
    <message>
        <source>There is no run “{text}”; vkconfig-py runs lists what each is called.</source>
        <translation>Es gibt keinen Lauf „{text}“; vkconfig-py runs listet alle mit ihrer Kennung auf.</translation>
    </message>
    <message>
        <source>Nothing that was started from here runs.</source>
        <translation>Nichts, was von hier gestartet wurde, läuft.</translation>
    </message>
    <message>
        <source>Run {run} is over: {end}.</source>
        <translation>Lauf {run} ist zu Ende: {end}.</translation>
    </message>
    <message>
        <source>{command} ended by itself.</source>
        <translation>{command} hat sich von selbst beendet.</translation>
    </message>
    <message>
        <source>{command} still runs: no signal ends it.</source>
        <translation>{command} läuft noch: Kein Signal beendet es.</translation>
    </message>
    <message>
        <source>Stopped {command}.</source>
        <translation>{command} gestoppt.</translation>
    </message>
    <message>
        <source>command</source>
        <comment>kind of a thing that was found</comment>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>configuration</source>
        <comment>kind of a thing that was found</comment>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>driver</source>
        <comment>kind of a thing that was found</comment>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>extension</source>
        <comment>kind of a thing that was found</comment>
        <translation>Erweiterung</translation>
    </message>
    <message>
        <source>file</source>
        <comment>kind of a thing that was found</comment>
        <translation>Datei</translation>
    </message>
    <message>
        <source>layer</source>
        <comment>kind of a thing that was found</comment>
        <translation>Layer</translation>
    </message>
    <message>
        <source>limit</source>
        <comment>kind of a thing that was found</comment>
        <translation>Grenzwert</translation>
    </message>
    <message>
        <source>options</source>
        <comment>kind of a thing that was found</comment>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>setting</source>
        <comment>kind of a thing that was found</comment>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>value</source>
        <comment>kind of a thing that was found</comment>
        <translation>Wert</translation>
    </message>
    <message>
        <source>variable</source>
        <comment>kind of a thing that was found</comment>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Limits, features and extensions of devices: {command}</source>
        <translation>Grenzwerte, Features und Erweiterungen von Geräten: {command}</translation>
    </message>
    <message>
        <source>Nothing is called “{query}”.</source>
        <translation>Nichts namens „{query}“ gefunden.</translation>
    </message>
    <message>
        <source>give on, off, auto, only or forget, or --copy FILE</source>
        <translation>nennen Sie entweder on, off, auto, only, forget oder --copy FILE</translation>
    </message>
    <message>
        <source>a driver is set to only, off or auto</source>
        <translation>ein Treiber wird auf only, off oder auto gesetzt</translation>
    </message>
    <message>
        <source>“{name}” is not a driver; only is for drivers</source>
        <translation>„{name}“ ist kein Treiber; only ist für Treiber</translation>
    </message>
    <message>
        <source>others is set to on, off, auto or forget</source>
        <translation>others wird auf on, off, auto oder forget gesetzt</translation>
    </message>
    <message>
        <source>“{name}”: {reason}.</source>
        <translation>„{name}“: {reason}.</translation>
    </message>
    <message>
        <source>“{name}”: {layer} is removed, with its place and settings.</source>
        <translation>„{name}“: {layer} ist entfernt, mit Platz und Einstellungen.</translation>
    </message>
    <message>
        <source>{layer} is not on this machine; the choice is kept until it is.</source>
        <translation>{layer} ist nicht auf diesem Rechner; die Wahl bleibt gespeichert, bis er es ist.</translation>
    </message>
    <message>
        <source>“{name}”: there are several copies of {layer} by this name. It has: {paths}</source>
        <translation>„{name}“: Es gibt mehrere Kopien von {layer} mit diesem Namen: {paths}</translation>
    </message>
    <message>
        <source>“{name}”: there is no copy of {layer} on this machine.</source>
        <translation>„{name}“: Auf diesem Rechner gibt es keine Kopie von {layer}.</translation>
    </message>
    <message>
        <source>“{name}”: there is no copy of {layer} by this name. It has: {paths}</source>
        <translation>„{name}“: Es gibt keine Kopie von {layer} mit diesem Namen. Es gibt: {paths}</translation>
    </message>
    <message>
        <source>“{name}”: {layer} is used in its highest version.</source>
        <translation>„{name}“: {layer} wird in der höchsten Version verwendet.</translation>
    </message>
    <message>
        <source>“{name}”: {layer} is used from {path}.</source>
        <translation>„{name}“: {layer} wird aus {path} verwendet.</translation>
    </message>
    <message>
        <source>“{name}”: {layer} is used from where the loader finds it.</source>
        <translation>„{name}“: {layer} wird von dort verwendet, wo der Loader ihn findet.</translation>
    </message>
    <message>
        <source>“{name}”: {subject} is set to {control}.</source>
        <translation>„{name}“: {subject} ist auf {control} gesetzt.</translation>
    </message>
    <message>
        <source>{layer} is not on this machine, so its settings are not known.</source>
        <translation>{layer} ist nicht auf diesem Rechner, also sind seine Einstellungen nicht bekannt.</translation>
    </message>
    <message>
        <source>{layer} has no settings.</source>
        <translation>{layer} hat keine Einstellungen.</translation>
    </message>
    <message>
        <source>{layer} has no setting “{key}”.</source>
        <translation>{layer} hat keine Einstellung „{key}“.</translation>
    </message>
    <message>
        <source>{layer} has no setting “{key}”. There are: {keys}</source>
        <translation>{layer} hat keine Einstellung „{key}“. Es gibt: {keys}</translation>
    </message>
    <message>
        <source>--written is about all settings of a layer: name no KEY</source>
        <translation>--written betrifft alle Einstellungen eines Layers: Nennen Sie keinen KEY</translation>
    </message>
    <message>
        <source>There is no preset “{label}”. There are: {names}</source>
        <translation>Es gibt keine Voreinstellung „{label}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>{key} holds one value, so nothing is added or removed.</source>
        <translation>{key} enthält einen einzelnen Wert, also wird nichts hinzugefügt oder entfernt.</translation>
    </message>
    <message>
        <source>{key} is not a list: only entries of lists are on or off.</source>
        <translation>{key} ist keine Liste: Nur Einträge von Listen sind ein oder aus.</translation>
    </message>
    <message>
        <source>{key} does not contain “{part}”.</source>
        <translation>{key} enthält „{part}“ nicht.</translation>
    </message>
    <message>
        <source>Allowed: {values}</source>
        <translation>Erlaubt: {values}</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>(default {value})</source>
        <translation>(Vorgabe {value})</translation>
    </message>
    <message>
        <source>without {value}</source>
        <translation>ohne {value}</translation>
    </message>
    <message>
        <source>“{name}” uses {path} as it is.</source>
        <translation>„{name}“ verwendet {path}, wie sie ist.</translation>
    </message>
    <message>
        <source>“{name}” uses no file of its own: the settings of its layers are written.</source>
        <translation>„{name}“ verwendet keine eigene Datei: Die Einstellungen ihrer Layer werden geschrieben.</translation>
    </message>
    <message>
        <source>--off cannot be combined with a file</source>
        <translation>--off verträgt sich nicht mit einer Datei</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason}.</source>
        <translation>{path} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} is {kind}: layers read no settings in it.</source>
        <translation>{path} ist {kind}: Layer lesen keine Einstellungen darin.</translation>
    </message>
    <message>
        <source>Nothing is applied to this machine.</source>
        <translation>Auf diesen Rechner ist nichts angewendet.</translation>
    </message>
    <message numerus="yes">
        <source>{n} problems: see {command}.</source>
        <comment>{n} problem: see {command}.</comment>
        <translation>
            <numerusform>{n} Problem: siehe {command}.</numerusform>
            <numerusform>{n} Probleme: siehe {command}.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” has no program to start; choose one with -- PROGRAM.</source>
        <translation>„{name}“ hat kein Programm zum Starten; wählen Sie eines mit -- PROGRAM.</translation>
    </message>
    <message>
        <source>“{name}” starts {command}, its own program.</source>
        <translation>„{name}“ startet {command}, ihr eigenes Programm.</translation>
    </message>
    <message>
        <source>“{name}” starts {command}, the program chosen last.</source>
        <translation>„{name}“ startet {command}, das zuletzt gewählte Programm.</translation>
    </message>
    <message>
        <source>name a program, or what becomes of the chosen one</source>
        <translation>nennen Sie ein Programm, oder sagen Sie, was aus dem gewählten wird</translation>
    </message>
    <message>
        <source>There is nothing to undo: no command has changed a configuration.</source>
        <translation>Es gibt nichts rückgängig zu machen: Kein Befehl hat eine Konfiguration geändert.</translation>
    </message>
    <message>
        <source>Undone: {step}</source>
        <translation>Rückgängig gemacht: {step}</translation>
    </message>
    <message>
        <source>“{name}” sets no variables.</source>
        <translation>„{name}“ setzt keine Variablen.</translation>
    </message>
    <message>
        <source>vkconfig-py bug-report writes all that a report of it needs.</source>
        <translation>vkconfig-py bug-report schreibt alles, was ein Fehlerbericht darüber braucht.</translation>
    </message>
    <message>
        <source>The real loader agrees.</source>
        <translation>Der echte Loader bestätigt die Vorhersage.</translation>
    </message>
    <message>
        <source>What vkconfig-py had applied was already gone; nothing is applied now.</source>
        <translation>Was vkconfig-py angewendet hatte, war schon weg; jetzt ist nichts angewendet.</translation>
    </message>
    <message>
        <source>Nothing was applied.</source>
        <translation>Nichts war angewendet.</translation>
    </message>
    <message>
        <source>Nothing has expired.</source>
        <translation>Nichts ist abgelaufen.</translation>
    </message>
    <message>
        <source>Withdrawn: {names}</source>
        <translation>Zurückgenommen: {names}</translation>
    </message>
    <message>
        <source>the configurations, or the layers, programs or views of this machine</source>
        <translation>die Konfigurationen oder die Layer, Programme oder Ansichten dieses Rechners</translation>
    </message>
    <message>
        <source>the configurations, and which of them are applied</source>
        <translation>die Konfigurationen und welche davon angewendet sind</translation>
    </message>
    <message>
        <source>every layer that is found, and whether it loads</source>
        <translation>jeder gefundene Layer und ob er geladen wird</translation>
    </message>
    <message>
        <source>chosen before, running, tools, games, applications</source>
        <translation>früher gewählte, laufende, Werkzeuge, Spiele, Anwendungen</translation>
    </message>
    <message>
        <source>whose view of the machine --as can take</source>
        <translation>wessen Ansicht des Rechners --as einnehmen kann</translation>
    </message>
    <message>
        <source>list layers instead</source>
        <translation>stattdessen Layer auflisten</translation>
    </message>
    <message>
        <source>list programs to run instead</source>
        <translation>stattdessen startbare Programme auflisten</translation>
    </message>
    <message>
        <source>list views of the machine instead</source>
        <translation>stattdessen Ansichten des Rechners auflisten</translation>
    </message>
    <message>
        <source>list, select, import, export, make, rename, move, delete and reset configurations</source>
        <translation>Konfigurationen auflisten, auswählen, importieren, exportieren, anlegen, umbenennen …</translation>
    </message>
    <message>
        <source>the built-in ones, as they are shipped</source>
        <translation>die mitgelieferten, wie sie ausgeliefert sind</translation>
    </message>
    <message>
        <source>list them (this is what happens without an action)</source>
        <translation>sie auflisten (das geschieht ohne Aktion)</translation>
    </message>
    <message>
        <source>add those in files, VkConfig&apos;s too</source>
        <translation>die aus Dateien hinzufügen, auch die von VkConfig</translation>
    </message>
    <message>
        <source>write one for another machine</source>
        <translation>eine für einen anderen Rechner schreiben</translation>
    </message>
    <message>
        <source>who is to read it (default: this program)</source>
        <translation>wer sie lesen soll (Vorgabe: dieses Programm)</translation>
    </message>
    <message>
        <source>add an empty one</source>
        <translation>eine leere hinzufügen</translation>
    </message>
    <message>
        <source>its name; one that is taken gets a number</source>
        <translation>ihr Name; ist er vergeben, bekommt er eine Nummer</translation>
    </message>
    <message>
        <source>select one: commands that name none use it</source>
        <translation>eine auswählen: Befehle, die keine nennen, betreffen sie</translation>
    </message>
    <message>
        <source>add a copy of one</source>
        <translation>eine Kopie von einer hinzufügen</translation>
    </message>
    <message>
        <source>remove one; a built-in one comes back with a newer version, or with reset</source>
        <translation>eine entfernen; eine mitgelieferte kommt mit einer neueren Version oder mit reset wieder</translation>
    </message>
    <message>
        <source>give one another name</source>
        <translation>einer einen anderen Namen geben</translation>
    </message>
    <message>
        <source>put one above or below another</source>
        <translation>eine über oder unter eine andere setzen</translation>
    </message>
    <message>
        <source>reset a built-in one to what is shipped</source>
        <translation>eine mitgelieferte in den ausgelieferten Stand versetzen</translation>
    </message>
    <message>
        <source>move it above this one</source>
        <translation>über diese verschieben</translation>
    </message>
    <message>
        <source>move it below this one</source>
        <translation>unter diese verschieben</translation>
    </message>
    <message>
        <source>every built-in one, deleted ones too</source>
        <translation>jede mitgelieferte, auch gelöschte</translation>
    </message>
    <message>
        <source>what a file or folder of another program would become here; reports are shown</source>
        <translation>was eine Datei oder ein Ordner eines anderen Programms hier würde; ein Bericht wird gezeigt</translation>
    </message>
    <message>
        <source>show the machine of a saved report</source>
        <translation>den Rechner eines gespeicherten Berichts zeigen</translation>
    </message>
    <message>
        <source>search the folders with layers in it</source>
        <translation>die Ordner mit Layern darin durchsuchen</translation>
    </message>
    <message>
        <source>the file or folder; it stays as it is</source>
        <translation>die Datei oder der Ordner; bleibt unverändert</translation>
    </message>
    <message>
        <source>keep it: as your own configurations, and as folders to search for layers</source>
        <translation>als eigene Konfigurationen behalten, dazu Ordner, die nach Layern durchsucht werden</translation>
    </message>
    <message>
        <source>documentation, settings, scripts and code of a configuration or of layers</source>
        <translation>Dokumentation, Einstellungen, Skripte und Code einer Konfiguration oder von Layern</translation>
    </message>
    <message>
        <source>its values (default: the selected one)</source>
        <translation>ihre Werte (Vorgabe: die ausgewählte)</translation>
    </message>
    <message>
        <source>only this layer, or the layers of this manifest; also several times. Without --configuration the layer&apos;s own defaults</source>
        <translation>nur dieser Layer oder die Layer dieses Manifests; auch mehrfach. Ohne --configuration die eigenen Vorgaben des Layers</translation>
    </message>
    <message>
        <source>print the file that would be written; write nothing</source>
        <translation>die Datei ausgeben, die geschrieben würde; nichts schreiben</translation>
    </message>
    <message>
        <source>what the loader prints for programs under a configuration</source>
        <translation>was der Loader für Programme unter einer Konfiguration ausgibt</translation>
    </message>
    <message>
        <source>what it prints now</source>
        <translation>was er jetzt ausgibt</translation>
    </message>
    <message>
        <source>leave it to the loader again</source>
        <translation>es wieder dem Loader überlassen</translation>
    </message>
    <message>
        <source>kinds of messages: error, warn, info, debug, perf, layer, driver</source>
        <translation>Arten von Meldungen: error, warn, info, debug, perf, layer, driver</translation>
    </message>
    <message>
        <source>no messages beside the usual ones</source>
        <translation>keine Meldungen außer den üblichen</translation>
    </message>
    <message>
        <source>driver manifests that a configuration adds to those that the loader finds</source>
        <translation>Treibermanifeste, die eine Konfiguration zu denen hinzufügt, die der Loader findet</translation>
    </message>
    <message>
        <source>a manifest, or every driver manifest of a folder; also several times</source>
        <translation>ein Manifest oder jedes Treibermanifest eines Ordners; auch mehrfach</translation>
    </message>
    <message>
        <source>forget one that was added</source>
        <translation>eines vergessen, das hinzugefügt wurde</translation>
    </message>
    <message>
        <source>use one that was turned off</source>
        <translation>eines verwenden, das ausgeschaltet war</translation>
    </message>
    <message>
        <source>leave one out, but remember it</source>
        <translation>weglassen, aber merken</translation>
    </message>
    <message>
        <source>ask the real loader what programs get of a choice</source>
        <translation>den echten Loader fragen, was Programme von einer Auswahl bekommen</translation>
    </message>
    <message>
        <source>with --prove: as it would be applied, not launched</source>
        <translation>mit --prove: wie es angewendet würde, nicht gestartet</translation>
    </message>
    <message>
        <source>choose, order or hide devices</source>
        <translation>Geräte auswählen, ordnen oder verbergen</translation>
    </message>
    <message>
        <source>number, UUID, PCI address or part of a name, as devices lists them</source>
        <translation>Nummer, UUID, PCI-Adresse oder Teil eines Namens, wie devices sie auflistet</translation>
    </message>
    <message>
        <source>these and no others</source>
        <translation>diese und keine anderen</translation>
    </message>
    <message>
        <source>these before all others</source>
        <translation>diese vor allen anderen</translation>
    </message>
    <message>
        <source>these alone, in this order</source>
        <translation>nur diese, in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>all but these</source>
        <translation>alle außer diesen</translation>
    </message>
    <message>
        <source>every device again</source>
        <translation>wieder jedes Gerät</translation>
    </message>
    <message>
        <source>the method for this choice (default: what fits best); without devices, these stay: {ways}</source>
        <translation>auf welchem Weg, für diese Auswahl (Vorgabe: was am besten passt); allein: die Geräte bleiben: {ways}</translation>
    </message>
    <message>
        <source>by which methods devices can be chosen here, and why not by others</source>
        <translation>auf welchen Wegen eine Auswahl hier möglich ist und warum nicht</translation>
    </message>
    <message>
        <source>default: the selected one</source>
        <translation>Vorgabe: die ausgewählte</translation>
    </message>
    <message>
        <source>turn a layer, a driver or all other layers of a configuration on or off</source>
        <translation>einen Layer, Treiber oder alle anderen Layer einer Konfiguration ein- oder ausschalten</translation>
    </message>
    <message>
        <source>with its place and settings</source>
        <translation>mit seinem Platz und seinen Einstellungen</translation>
    </message>
    <message>
        <source>layers that it does not name</source>
        <translation>Layer, die sie nicht nennt</translation>
    </message>
    <message>
        <source>a layer or part of its name, or the manifest of a driver; others: every layer that the configuration does not name</source>
        <translation>ein Layer oder Teil seines Namens oder das Manifest eines Treibers; others: jeder Layer, den die Konfiguration nicht nennt</translation>
    </message>
    <message>
        <source>only: this driver and no other; forget: remove the layer with its place and settings</source>
        <translation>only: dieser Treiber und kein anderer; forget: den Layer mit Platz und Einstellungen entfernen</translation>
    </message>
    <message>
        <source>use the layer from this manifest; newest: the highest version; loader: its choice</source>
        <translation>den Layer aus diesem Manifest verwenden; newest: die höchste Version; loader: dessen Wahl</translation>
    </message>
    <message>
        <source>put a layer elsewhere in the chain of a configuration</source>
        <translation>einen Layer an eine andere Stelle der Kette einer Konfiguration setzen</translation>
    </message>
    <message>
        <source>no layer has a place of its own</source>
        <translation>kein Layer hat einen eigenen Platz</translation>
    </message>
    <message>
        <source>its name or part of it; others: all that have no place</source>
        <translation>sein Name oder ein Teil davon; others: alle, die keinen Platz haben</translation>
    </message>
    <message>
        <source>nearest to the program</source>
        <translation>dem Programm am nächsten</translation>
    </message>
    <message>
        <source>nearest to the drivers</source>
        <translation>den Treibern am nächsten</translation>
    </message>
    <message>
        <source>the N-th place from the program</source>
        <translation>der N-te Platz vom Programm aus</translation>
    </message>
    <message>
        <source>before this one, seen from the program</source>
        <translation>vor diesen, vom Programm aus gesehen</translation>
    </message>
    <message>
        <source>behind this one, seen from the program</source>
        <translation>hinter diesen, vom Programm aus gesehen</translation>
    </message>
    <message>
        <source>the order of the loader again</source>
        <translation>wieder die Reihenfolge des Loaders</translation>
    </message>
    <message>
        <source>the settings of a layer in a configuration: shown, changed, reset</source>
        <translation>die Einstellungen eines Layers in einer Konfiguration: zeigen, ändern, zurücksetzen</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>this message never again</source>
        <translation>diese Meldung nie wieder</translation>
    </message>
    <message>
        <source>its name or part of it</source>
        <translation>sein Name oder ein Teil davon</translation>
    </message>
    <message>
        <source>key or label of one setting</source>
        <translation>Schlüssel oder Beschriftung einer Einstellung</translation>
    </message>
    <message>
        <source>its new value; flags and lists with commas</source>
        <translation>ihr neuer Wert; Flags und Listen mit Kommas</translation>
    </message>
    <message>
        <source>add a flag, or an entry of a list</source>
        <translation>ein Flag oder einen Eintrag einer Liste hinzufügen</translation>
    </message>
    <message>
        <source>remove a flag, or an entry of a list</source>
        <translation>ein Flag oder einen Eintrag einer Liste entfernen</translation>
    </message>
    <message>
        <source>keep an entry of a list, not written</source>
        <translation>einen Eintrag einer Liste behalten, aber nicht schreiben</translation>
    </message>
    <message>
        <source>write an entry of a list again</source>
        <translation>einen Eintrag einer Liste wieder schreiben</translation>
    </message>
    <message>
        <source>the values of a preset of the layer</source>
        <translation>die Werte einer Voreinstellung des Layers</translation>
    </message>
    <message>
        <source>what the layer has by itself; without KEY for all</source>
        <translation>was der Layer von selbst hat; ohne KEY für alle</translation>
    </message>
    <message>
        <source>write the settings of this layer, or only keep them in the configuration</source>
        <translation>die Einstellungen dieses Layers schreiben oder nur in der Konfiguration behalten</translation>
    </message>
    <message>
        <source>layers that you write: added from a library or manifest, and watched</source>
        <translation>eigene Layer in Entwicklung: aus Bibliothek oder Manifest hinzugefügt und beobachtet</translation>
    </message>
    <message>
        <source>what each rebuild changes; Ctrl+C ends it</source>
        <translation>was sich mit jedem Build ändert; Strg+C beendet es</translation>
    </message>
    <message>
        <source>search for it, and turn it on first in the chain</source>
        <translation>ihn suchen lassen und in der Kette an den Anfang setzen</translation>
    </message>
    <message>
        <source>a library, or a manifest that names one</source>
        <translation>eine Bibliothek oder ein Manifest, das eine nennt</translation>
    </message>
    <message>
        <source>the configuration</source>
        <translation>die Konfiguration</translation>
    </message>
    <message>
        <source>name of the layer</source>
        <translation>Name des Layers</translation>
    </message>
    <message>
        <source>stop searching for it; no file is deleted</source>
        <translation>ihn nicht mehr suchen; keine Datei wird gelöscht</translation>
    </message>
    <message>
        <source>open it now and after each rebuild</source>
        <translation>ihn jetzt und nach jedem neuen Build öffnen</translation>
    </message>
    <message>
        <source>default: the latest</source>
        <translation>Vorgabe: der neueste</translation>
    </message>
    <message>
        <source>look once, and end</source>
        <translation>einmal nachsehen und enden</translation>
    </message>
    <message>
        <source>undo what the latest command changed in configurations and folders</source>
        <translation>rückgängig machen, was der letzte Befehl in Konfigurationen und Ordnern geändert hat</translation>
    </message>
    <message>
        <source>of the latest command; again for the one before</source>
        <translation>des letzten Befehls; noch einmal für den davor</translation>
    </message>
    <message>
        <source>what can be undone</source>
        <translation>was rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>what was undone is done again</source>
        <translation>was rückgängig gemacht wurde, wird wiederholt</translation>
    </message>
    <message>
        <source>what was applied is withdrawn instead</source>
        <translation>Angewendetes wird stattdessen zurückgenommen</translation>
    </message>
    <message>
        <source>list the steps; change nothing</source>
        <translation>die Schritte auflisten; nichts ändern</translation>
    </message>
    <message>
        <source>do again what undo took back, until another command changes something</source>
        <translation>wiederholen, was undo zurücknahm, bis ein anderer Befehl etwas ändert</translation>
    </message>
    <message>
        <source>the step that was undone last; again for the one before</source>
        <translation>der zuletzt rückgängig gemachte Schritt; noch einmal für den davor</translation>
    </message>
    <message>
        <source>what can be redone</source>
        <translation>was wiederholt werden kann</translation>
    </message>
    <message>
        <source>the programs that a configuration is for</source>
        <translation>die Programme, für die eine Konfiguration ist</translation>
    </message>
    <message>
        <source>a program; also several times</source>
        <translation>ein Programm; auch mehrfach</translation>
    </message>
    <message>
        <source>remove one from the list</source>
        <translation>eines aus der Liste nehmen</translation>
    </message>
    <message>
        <source>use the configuration for one that was turned off</source>
        <translation>die Konfiguration für eines verwenden, das ausgeschaltet war</translation>
    </message>
    <message>
        <source>keep one in the list without using it</source>
        <translation>eines in der Liste behalten, ohne es zu verwenden</translation>
    </message>
    <message>
        <source>the option sets of a program: arguments, folder, variables, log file</source>
        <translation>die Optionssätze eines Programms: Argumente, Ordner, Variablen, Protokolldatei</translation>
    </message>
    <message>
        <source>a path, or a name found in PATH</source>
        <translation>ein Pfad oder ein in PATH gefundener Name</translation>
    </message>
    <message>
        <source>add a set; one that is taken gets a number</source>
        <translation>einen Satz hinzufügen; ist sein Name vergeben, bekommt er eine Nummer</translation>
    </message>
    <message>
        <source>change a set</source>
        <translation>einen Satz ändern</translation>
    </message>
    <message>
        <source>delete a set</source>
        <translation>einen Satz löschen</translation>
    </message>
    <message>
        <source>begin the new set as a copy of this one</source>
        <translation>den neuen Satz als Kopie von diesem beginnen</translation>
    </message>
    <message>
        <source>give the changed set another name</source>
        <translation>dem geänderten Satz einen anderen Namen geben</translation>
    </message>
    <message>
        <source>its arguments, quoted as in a shell</source>
        <translation>seine Argumente, maskiert wie in einer Shell</translation>
    </message>
    <message>
        <source>its working folder; &apos;&apos; for the current</source>
        <translation>sein Arbeitsordner; &apos;&apos; für den aktuellen</translation>
    </message>
    <message>
        <source>a variable NAME=value; it wins over the configuration&apos;s; also several times</source>
        <translation>eine Variable NAME=value; sie hat Vorrang vor der der Konfiguration; auch mehrfach</translation>
    </message>
    <message>
        <source>a variable that it leaves to the configuration again; also several times</source>
        <translation>eine Variable, die er wieder der Konfiguration überlässt; auch mehrfach</translation>
    </message>
    <message>
        <source>the file that each launch writes its output to; {program}, {configuration}, {options}, {date}, {time} and {n}, a number that is free, are replaced; &apos;&apos; for none</source>
        <translation>die Datei, in die jeder Start seine Ausgabe schreibt; {program}, {configuration}, {options}, {date}, {time} und {n}, eine freie Nummer, werden ersetzt; &apos;&apos; für keine</translation>
    </message>
    <message>
        <source>append to that file (default: start it anew)</source>
        <translation>diese Datei fortsetzen (Vorgabe: neu beginnen)</translation>
    </message>
    <message>
        <source>folders and manifests of your own that are searched for layers</source>
        <translation>eigene Ordner und Manifeste, die nach Layern durchsucht werden</translation>
    </message>
    <message>
        <source>a folder or a manifest; also several times</source>
        <translation>ein Ordner oder ein Manifest; auch mehrfach</translation>
    </message>
    <message>
        <source>stop searching one</source>
        <translation>einen nicht mehr durchsuchen</translation>
    </message>
    <message>
        <source>search one again that was turned off</source>
        <translation>einen wieder durchsuchen, der ausgeschaltet war</translation>
    </message>
    <message>
        <source>treat the layers of one as implicit instead of explicit, or the other way</source>
        <translation>die Layer von einem als implizit statt explizit behandeln oder umgekehrt</translation>
    </message>
    <message>
        <source>leave out a manifest of a folder</source>
        <translation>ein Manifest eines Ordners weglassen</translation>
    </message>
    <message>
        <source>include a manifest of a folder again</source>
        <translation>ein Manifest eines Ordners wieder aufnehmen</translation>
    </message>
    <message>
        <source>those that are added contain implicit layers</source>
        <translation>die hinzugefügten enthalten implizite Layer</translation>
    </message>
    <message>
        <source>found</source>
        <comment>a compared property</comment>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>outcome</source>
        <comment>a compared property</comment>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>reason</source>
        <comment>a compared property</comment>
        <translation>Grund</translation>
    </message>
    <message>
        <source>detail</source>
        <comment>a compared property</comment>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>aufgelistet</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>order</source>
        <comment>a compared property</comment>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>rights</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>elevated</source>
        <translation>mit erhöhten Rechten</translation>
    </message>
    <message>
        <source>ordinary</source>
        <translation>gewöhnlich</translation>
    </message>
    <message>
        <source>Nothing differs.</source>
        <translation>Kein Unterschied.</translation>
    </message>
    <message>
        <source>rule: {rule}</source>
        <translation>Regel: {rule}</translation>
    </message>
    <message>
        <source>On Debian and Ubuntu: {command}</source>
        <translation>Unter Debian und Ubuntu: {command}</translation>
    </message>
    <message>
        <source>There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set, so no window can be opened.</source>
        <translation>Es gibt keine Anzeige: Weder DISPLAY noch WAYLAND_DISPLAY ist gesetzt, also kann kein Fenster geöffnet werden.</translation>
    </message>
    <message>
        <source>The window needs {libraries}, which this system does not have. {packages}</source>
        <translation>Das Fenster braucht {libraries}; dieses System hat das nicht. {packages}</translation>
    </message>
    <message>
        <source>DISPLAY is {display}, which is not the name of a display.</source>
        <translation>DISPLAY ist {display}; das ist nicht der Name einer Anzeige.</translation>
    </message>
    <message>
        <source>There is no display: nothing answers at DISPLAY={display}.</source>
        <translation>Es gibt keine Anzeige: Bei DISPLAY={display} antwortet nichts.</translation>
    </message>
    <message>
        <source>examples:</source>
        <translation>Beispiele:</translation>
    </message>
    <message>
        <source>exit codes:</source>
        <translation>Exit-Status:</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>for verify: the loader did what was predicted</source>
        <translation>bei verify: der Loader tat, was vorhergesagt war</translation>
    </message>
    <message>
        <source>for diff: nothing differs</source>
        <translation>bei diff: kein Unterschied</translation>
    </message>
    <message>
        <source>failed or refused, with a sentence on the error output</source>
        <translation>fehlgeschlagen oder verweigert, mit einem Satz auf der Fehlerausgabe</translation>
    </message>
    <message>
        <source>for verify and diff: a difference</source>
        <translation>bei verify und diff: ein Unterschied</translation>
    </message>
    <message>
        <source>for doctor: something is not all right</source>
        <translation>bei doctor: etwas ist nicht in Ordnung</translation>
    </message>
    <message>
        <source>for devices --prove: not verified</source>
        <translation>bei devices --prove: nicht nachgewiesen</translation>
    </message>
    <message>
        <source>for problems: one of them is an error</source>
        <translation>bei problems: eines davon ist ein Fehler</translation>
    </message>
    <message>
        <source>for probe: something fails, crashes or hangs</source>
        <translation>bei probe: etwas schlägt fehl, stürzt ab oder hängt</translation>
    </message>
    <message>
        <source>for processes: one has loaded something else than predicted, or cannot be read</source>
        <translation>bei processes: einer hat anderes geladen als vorhergesagt oder ist nicht lesbar</translation>
    </message>
    <message>
        <source>for lint: an error, with --strict a warning too</source>
        <translation>bei lint: ein Fehler, mit --strict auch eine Warnung</translation>
    </message>
    <message>
        <source>for bisect: nothing that breaks the program</source>
        <translation>bei bisect: nichts, woran das Programm scheitert</translation>
    </message>
    <message>
        <source>the command line cannot be understood</source>
        <translation>die Befehlszeile ist fehlerhaft</translation>
    </message>
    <message>
        <source>no configuration, layer, driver, override, problem or file of that name</source>
        <translation>keine Konfiguration, kein Layer, Treiber, Override oder Problem und keine Datei mit diesem Namen</translation>
    </message>
    <message>
        <source>for undo, redo and extend: nothing to undo, redo or extend</source>
        <translation>bei undo, redo und extend: nichts rückgängig zu machen, zu wiederholen oder zu verlängern</translation>
    </message>
    <message>
        <source>for processes: no process of that number with Vulkan</source>
        <translation>bei processes: kein Prozess dieser Nummer mit Vulkan</translation>
    </message>
    <message>
        <source>for bisect: nothing to continue</source>
        <translation>bei bisect: nichts fortzusetzen</translation>
    </message>
    <message>
        <source>for run: whatever is wrong before the program is started, in place of 1, 2 and 3</source>
        <translation>bei run: was vor dem Start des Programms misslingt, anstelle von 1, 2 und 3</translation>
    </message>
    <message>
        <source>for run and bisect: the program cannot be executed</source>
        <translation>bei run und bisect: das Programm kann nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>for run and bisect: there is no such program</source>
        <translation>bei run und bisect: es gibt kein solches Programm</translation>
    </message>
    <message>
        <source>interrupted; bisect --continue goes on</source>
        <translation>unterbrochen; bisect --continue setzt fort</translation>
    </message>
    <message>
        <source>run otherwise ends with the exit code of the program, or 128 + the number of its signal.</source>
        <translation>run endet sonst mit dem Exit-Status des Programms oder mit 128 + der Nummer seines Signals.</translation>
    </message>
    <message>
        <source>run a program under a configuration; nothing on the system changes</source>
        <translation>ein Programm unter einer Konfiguration starten; am System ändert sich nichts</translation>
    </message>
    <message>
        <source>the program of the configuration</source>
        <translation>das Programm der Konfiguration</translation>
    </message>
    <message>
        <source>another one, with arguments</source>
        <translation>ein anderes, mit Argumenten</translation>
    </message>
    <message>
        <source>once, without any layer</source>
        <translation>einmal, ohne jeden Layer</translation>
    </message>
    <message>
        <source>print JSON once the program has ended; its own output goes to the error output</source>
        <translation>JSON ausgeben, sobald das Programm beendet ist; dessen Ausgabe geht auf die Fehlerausgabe</translation>
    </message>
    <message>
        <source>write the output to a file too; {program}, {configuration}, {options}, {date}, {time} and {n}, a number that is free, are replaced</source>
        <translation>die Ausgabe auch in eine Datei schreiben; {program}, {configuration}, {options}, {date}, {time} und {n}, eine freie Nummer, werden ersetzt</translation>
    </message>
    <message>
        <source>append to that file</source>
        <translation>diese Datei fortsetzen</translation>
    </message>
    <message>
        <source>this once without implicit layers, or without any layer; one that the program requests itself is then refused</source>
        <translation>dieses eine Mal ohne implizite Layer oder ohne jeden Layer; einer, den das Programm selbst anfordert, wird dann verweigert</translation>
    </message>
    <message>
        <source>this once with one driver only: its manifest, or a part of its name</source>
        <translation>dieses eine Mal mit nur einem Treiber: sein Manifest oder ein Teil seines Namens</translation>
    </message>
    <message>
        <source>at the end, count the messages of the validation layer on the error output, and compare the loader&apos;s chain with the predicted one; the program&apos;s output goes through a pipe then, unchanged</source>
        <translation>am Ende die Meldungen des Validierungs-Layers auf der Fehlerausgabe zählen und die Kette des Loaders mit der vorhergesagten vergleichen; die Ausgabe des Programms geht dann unverändert durch eine Pipe</translation>
    </message>
    <message>
        <source>do not warn where the loader cannot follow</source>
        <translation>nicht warnen, wo der Loader nicht folgen kann</translation>
    </message>
    <message>
        <source>the variables of a configuration for a shell, Steam or another launcher</source>
        <translation>die Variablen einer Konfiguration für eine Shell, Steam oder einen anderen Starter</translation>
    </message>
    <message>
        <source>default: bash</source>
        <translation>Vorgabe: bash</translation>
    </message>
    <message>
        <source>with the program, for a .desktop file, a user unit of systemd, VS Code&apos;s launch.json, Lutris or Heroic</source>
        <translation>mit dem Programm, für eine .desktop-Datei, eine User-Unit von systemd, launch.json von VS Code, Lutris oder Heroic</translation>
    </message>
    <message>
        <source>an option set of the program; what is typed behind it follows its arguments</source>
        <translation>ein Optionssatz des Programms; dahinter Getipptes folgt auf seine Argumente</translation>
    </message>
    <message>
        <source>what was run from here, the latest first, and what differs between two runs</source>
        <translation>was von hier gestartet wurde, das Neueste zuerst, und was zwei Läufe unterscheidet</translation>
    </message>
    <message>
        <source>from the first to the second</source>
        <translation>vom ersten zum zweiten</translation>
    </message>
    <message>
        <source>end one that runs; all: every one</source>
        <translation>einen beenden, der läuft; all: jeden</translation>
    </message>
    <message>
        <source>only those of a program</source>
        <translation>nur die eines Programms</translation>
    </message>
    <message>
        <source>end one that runs, with its children, or all that run</source>
        <translation>einen laufenden mit seinen Kindern beenden oder alle laufenden</translation>
    </message>
    <message>
        <source>what differs between two of them</source>
        <translation>was zwei davon unterscheidet</translation>
    </message>
    <message>
        <source>what programs were seen to request from their loader by themselves</source>
        <translation>was Programme bei Starts selbst von ihrem Loader anforderten</translation>
    </message>
    <message>
        <source>predict it as if it had never been launched</source>
        <translation>es vorhersagen, als wäre es nie gestartet worden</translation>
    </message>
    <message>
        <source>forget what is known of a program, by its path or name; the next launch shows it again; may be repeated</source>
        <translation>vergessen, was von einem Programm bekannt ist, nach Pfad oder Name; der nächste Start zeigt es wieder; auch mehrfach</translation>
    </message>
    <message>
        <source>configurations, one file each</source>
        <translation>Konfigurationen, je eine Datei</translation>
    </message>
    <message>
        <source>what is applied, the journal, and what the window remembers</source>
        <translation>was angewendet ist, das Journal und was das Fenster sich merkt</translation>
    </message>
    <message>
        <source>see, order and launch Vulkan layers</source>
        <translation>Vulkan-Layer ansehen, ordnen und starten</translation>
    </message>
    <message>
        <source>NAME</source>
        <comment>section of a manual page</comment>
        <translation>BEZEICHNUNG</translation>
    </message>
    <message>
        <source>SYNOPSIS</source>
        <comment>section of a manual page</comment>
        <translation>ÜBERSICHT</translation>
    </message>
    <message>
        <source>DESCRIPTION</source>
        <comment>section of a manual page</comment>
        <translation>BESCHREIBUNG</translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <comment>section of a manual page</comment>
        <translation>BEFEHLE</translation>
    </message>
    <message>
        <source>EXIT STATUS</source>
        <comment>section of a manual page</comment>
        <translation>EXIT-STATUS</translation>
    </message>
    <message>
        <source>FILES</source>
        <comment>section of a manual page</comment>
        <translation>DATEIEN</translation>
    </message>
    <message>
        <source>User Commands</source>
        <comment>the part of the manual that a page belongs to</comment>
        <translation>Dienstprogramme für Benutzer</translation>
    </message>
    <message>
        <source>See {command}.</source>
        <translation>Siehe {command}.</translation>
    </message>
    <message>
        <source>“{text}” is not a moment; write now, 2026-11-28T10:00, or a number of the journal</source>
        <translation>„{text}“ ist kein Zeitpunkt; schreiben Sie now, 2026-11-28T10:00 oder eine Nummer des Journals</translation>
    </message>
    <message>
        <source>{file}, line {line}: {problem}</source>
        <translation>{file}, Zeile {line}: {problem}</translation>
    </message>
    <message>
        <source>{folder} is not a folder: several files are written</source>
        <translation>{folder} ist kein Ordner: Mehrere Dateien werden geschrieben</translation>
    </message>
    <message>
        <source>Nothing was written</source>
        <translation>Nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>{path}: copy it to {folder}</source>
        <translation>{path}: nach {folder} kopieren</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <source>See, order and launch Vulkan layers. Without a command the window opens; commands work without a display and without Qt.</source>
        <translation>Vulkan-Layer ansehen, ordnen und starten. Ohne Befehl öffnet sich das Fenster; Befehle laufen ohne Anzeige und ohne Qt.</translation>
    </message>
    <message>
        <source>what loads here, and why</source>
        <translation>was hier geladen wird und warum</translation>
    </message>
    <message>
        <source>the whole story of one layer</source>
        <translation>die ganze Geschichte eines Layers</translation>
    </message>
    <message>
        <source>one run; nothing on the system changes</source>
        <translation>ein Lauf; am System ändert sich nichts</translation>
    </message>
    <message>
        <source>restore the previous files</source>
        <translation>die vorherigen Dateien wiederherstellen</translation>
    </message>
    <message>
        <source>open drivers and layers, safely</source>
        <translation>Treiber und Layer öffnen, gefahrlos</translation>
    </message>
    <message>
        <source>Each command prints JSON with --json, and then nothing else on its standard output; where it fails, “error” says why and “exit_code” is its exit code.</source>
        <translation>Jeder Befehl gibt mit --json JSON aus und dann nichts anderes auf der Standardausgabe; schlägt er fehl, sagt „error“ warum, und „exit_code“ ist sein Exit-Status.</translation>
    </message>
    <message>
        <source>unrecognized arguments: {arguments}</source>
        <translation>unbekannte Argumente: {arguments}</translation>
    </message>
    <message>
        <source>a program is expected after --</source>
        <translation>nach -- wird ein Programm erwartet</translation>
    </message>
    <message>
        <source>print the version</source>
        <translation>die Version ausgeben</translation>
    </message>
    <message>
        <source>what the loader finds on this machine, and why</source>
        <translation>was der Loader auf diesem Rechner findet und warum</translation>
    </message>
    <message>
        <source>why a layer, a driver, a variable is as it is, step by step</source>
        <translation>warum ein Layer, ein Treiber, eine Variable so ist, Schritt für Schritt</translation>
    </message>
    <message>
        <source>layer, driver manifest, variable, pattern, extension, settings file, or part of a name</source>
        <translation>Layer, Treibermanifest, Variable, Muster, Erweiterung, Einstellungsdatei oder Teil eines Namens</translation>
    </message>
    <message>
        <source>is everything all right: loader, drivers, layers, prediction, overrides, window</source>
        <translation>ist alles in Ordnung: Loader, Treiber, Layer, Vorhersage, Overrides, Fenster</translation>
    </message>
    <message>
        <source>from files alone; no library is opened</source>
        <translation>nur aus Dateien; keine Bibliothek wird geöffnet</translation>
    </message>
    <message>
        <source>open no driver or layer, and ask no real loader</source>
        <translation>keinen Treiber oder Layer öffnen und keinen echten Loader fragen</translation>
    </message>
    <message>
        <source>what a program loads, and why, in one file to attach to a bug</source>
        <translation>was ein Programm lädt und warum, in einer Datei für einen Fehlerbericht</translation>
    </message>
    <message>
        <source>show one that was made with --json</source>
        <translation>einen zeigen, der mit --json erzeugt wurde</translation>
    </message>
    <message>
        <source>the same as --format json; Open machine… and report --machine show it</source>
        <translation>dasselbe wie --format json; „Rechner öffnen …“ und report --machine zeigen es</translation>
    </message>
    <message>
        <source>configuration (default: the one that is selected)</source>
        <translation>Konfiguration (Vorgabe: die ausgewählte)</translation>
    </message>
    <message>
        <source>the program (default: the one of NAME)</source>
        <translation>das Programm (Vorgabe: das von NAME)</translation>
    </message>
    <message>
        <source>default: markdown</source>
        <translation>Vorgabe: markdown</translation>
    </message>
    <message>
        <source>leave a part out, also several times: {parts}</source>
        <translation>einen Teil weglassen, auch mehrfach: {parts}</translation>
    </message>
    <message>
        <source>only the chain and this, also several times: {parts}</source>
        <translation>nur die Kette und dies, auch mehrfach: {parts}</translation>
    </message>
    <message>
        <source>leave home folder and names of user and machine as they are</source>
        <translation>persönlichen Ordner und Namen von Benutzer und Rechner lassen, wie sie sind</translation>
    </message>
    <message>
        <source>a script with which bash, zsh or fish completes commands, options and names</source>
        <translation>ein Skript, mit dem bash, zsh oder fish Befehle, Optionen und Namen ergänzt</translation>
    </message>
    <message>
        <source>for this shell</source>
        <translation>für diese Shell</translation>
    </message>
    <message>
        <source>put vkconfig-py into the menu of your desktop, with icons and its type of files</source>
        <translation>vkconfig-py ins Menü der Arbeitsumgebung aufnehmen, mit Symbolen und Dateityp</translation>
    </message>
    <message>
        <source>what would be written</source>
        <translation>was geschrieben würde</translation>
    </message>
    <message>
        <source>after pipx install or uv tool install</source>
        <translation>nach pipx install oder uv tool install</translation>
    </message>
    <message>
        <source>exactly what it wrote</source>
        <translation>genau das, was es geschrieben hat</translation>
    </message>
    <message>
        <source>remove it from the menu again</source>
        <translation>es wieder aus dem Menü entfernen</translation>
    </message>
    <message>
        <source>print what would be changed; change nothing</source>
        <translation>ausgeben, was geändert würde; nichts ändern</translation>
    </message>
    <message>
        <source>problems in manifests, settings files and configurations, wherever they are</source>
        <translation>Probleme in Manifesten, Einstellungsdateien und Konfigurationen, wo immer sie liegen</translation>
    </message>
    <message>
        <source>what a loader would make of it</source>
        <translation>was ein Loader daraus machen würde</translation>
    </message>
    <message>
        <source>what the format asks for as well</source>
        <translation>was das Format außerdem verlangt</translation>
    </message>
    <message>
        <source>what layers would make of its lines</source>
        <translation>was Layer aus seinen Zeilen machen würden</translation>
    </message>
    <message>
        <source>for editors and code hosts</source>
        <translation>für Editoren und Code-Plattformen</translation>
    </message>
    <message>
        <source>a file, whatever its name</source>
        <translation>eine Datei, wie sie auch heißt</translation>
    </message>
    <message>
        <source>compare JSON with its schema too, and fail for warnings</source>
        <translation>JSON auch mit seinem Schema vergleichen und bei Warnungen fehlschlagen</translation>
    </message>
    <message>
        <source>what the files are (default: seen from what they hold): {kinds}</source>
        <translation>was die Dateien sind (Vorgabe: am Inhalt erkannt): {kinds}</translation>
    </message>
    <message>
        <source>print the findings as JSON</source>
        <translation>die Befunde als JSON ausgeben</translation>
    </message>
    <message>
        <source>print the findings as SARIF 2.1.0</source>
        <translation>die Befunde als SARIF 2.1.0 ausgeben</translation>
    </message>
    <message>
        <source>open drivers and layers in separate processes, and say whether each works</source>
        <translation>Treiber und Layer in eigenen Prozessen öffnen und sagen, ob jeder funktioniert</translation>
    </message>
    <message>
        <source>every driver, every layer and the whole chain</source>
        <translation>jeder Treiber, jeder Layer und die ganze Kette</translation>
    </message>
    <message>
        <source>one layer</source>
        <translation>ein Layer</translation>
    </message>
    <message>
        <source>one driver</source>
        <translation>ein Treiber</translation>
    </message>
    <message>
        <source>the physical devices, in the order in which a program gets them</source>
        <translation>die physischen Geräte, in der Reihenfolge, in der ein Programm sie bekommt</translation>
    </message>
    <message>
        <source>by which methods this works here</source>
        <translation>auf welchen Wegen das hier möglich ist</translation>
    </message>
    <message>
        <source>what a program really gets</source>
        <translation>was ein Programm wirklich bekommt</translation>
    </message>
    <message>
        <source>what differs between two reports, devices or configurations, and by which rule</source>
        <translation>was zwei Berichte, Geräte oder Konfigurationen unterscheidet und nach welcher Regel</translation>
    </message>
    <message>
        <source>reports saved by report --json</source>
        <translation>Berichte, von report --json gespeichert</translation>
    </message>
    <message>
        <source>that report and this machine now</source>
        <translation>dieser Bericht und dieser Rechner jetzt</translation>
    </message>
    <message>
        <source>this machine now and under a what-if</source>
        <translation>dieser Rechner jetzt und unter einem Was-wäre-wenn</translation>
    </message>
    <message>
        <source>two what-ifs</source>
        <translation>zwei Was-wäre-wenn</translation>
    </message>
    <message>
        <source>limits, features, formats of two devices</source>
        <translation>Grenzwerte, Features, Formate zweier Geräte</translation>
    </message>
    <message>
        <source>what others changed</source>
        <translation>was andere geändert haben</translation>
    </message>
    <message>
        <source>a saved report, a what-if, or now (default: this machine now); or device:NAME, by number or part of its name, configuration:NAME, or moment:WHEN</source>
        <translation>ein gespeicherter Bericht, ein Was-wäre-wenn oder now (Vorgabe: dieser Rechner jetzt); oder device:NAME, nach Nummer oder Teil des Namens, configuration:NAME oder moment:WHEN</translation>
    </message>
    <message>
        <source>one more side</source>
        <translation>eine weitere Seite</translation>
    </message>
    <message>
        <source>print tables in Markdown</source>
        <translation>Tabellen in Markdown ausgeben</translation>
    </message>
    <message>
        <source>print what is the same as well</source>
        <translation>auch Gleiches ausgeben</translation>
    </message>
    <message>
        <source>probe devices again</source>
        <translation>Geräte neu testen</translation>
    </message>
    <message>
        <source>a folder of saved reports as a table of machines, the odd ones first</source>
        <translation>ein Ordner mit gespeicherten Berichten als Tabelle von Rechnern, auffällige zuerst</translation>
    </message>
    <message>
        <source>A filter is words that all have to occur; layer: driver: device: problem: loader: machine: file: odd: before a word ask there alone, a minus in front asks for rows without it; is:odd, is:broken (cannot be read), is:newest (of each machine).</source>
        <translation>Ein Filter besteht aus Wörtern, die alle vorkommen müssen; layer: driver: device: problem: loader: machine: file: odd: vor einem Wort fragen nur dort, ein Minus davor fragt nach Zeilen ohne es; is:odd, is:broken (nicht lesbar), is:newest (jedes Rechners).</translation>
    </message>
    <message>
        <source>where report --json was saved</source>
        <translation>wo Ausgaben von report --json gespeichert sind</translation>
    </message>
    <message>
        <source>open the table in a window (needs PySide6)</source>
        <translation>die Tabelle in einem Fenster öffnen (braucht PySide6)</translation>
    </message>
    <message>
        <source>only rows with these words</source>
        <translation>nur Zeilen mit diesen Wörtern</translation>
    </message>
    <message>
        <source>{columns} (default: odd)</source>
        <translation>{columns} (Vorgabe: odd)</translation>
    </message>
    <message>
        <source>the other way round</source>
        <translation>in umgekehrter Reihenfolge</translation>
    </message>
    <message>
        <source>what differs between two machines or files</source>
        <translation>was zwei Rechner oder Dateien unterscheidet</translation>
    </message>
    <message>
        <source>export the table</source>
        <translation>die Tabelle exportieren</translation>
    </message>
    <message>
        <source>write the Ansible collection vkconfig_py.vulkan, with the engine inside</source>
        <translation>die Ansible-Sammlung vkconfig_py.vulkan schreiben, mit der Engine darin</translation>
    </message>
    <message>
        <source>a folder of collections</source>
        <translation>ein Ordner mit Sammlungen</translation>
    </message>
    <message>
        <source>overwrite files that hold something else</source>
        <translation>Dateien überschreiben, die etwas anderes enthalten</translation>
    </message>
    <message>
        <source>ask the real loader in a child process and compare with the prediction</source>
        <translation>den echten Loader in einem Kindprozess fragen und mit der Vorhersage vergleichen</translation>
    </message>
    <message>
        <source>this machine as it is</source>
        <translation>dieser Rechner, wie er ist</translation>
    </message>
    <message>
        <source>a launch of that configuration</source>
        <translation>ein Start dieser Konfiguration</translation>
    </message>
    <message>
        <source>what is applied to this machine, by whom, and how many problems there are</source>
        <translation>was auf diesen Rechner angewendet ist, von wem und wie viele Probleme es gibt</translation>
    </message>
    <message>
        <source>what was written to the system and what others changed, and the way back</source>
        <translation>was ins System geschrieben wurde, was andere geändert haben und der Weg zurück</translation>
    </message>
    <message>
        <source>all files from before number 1</source>
        <translation>alle Dateien im Stand vor Nummer 1</translation>
    </message>
    <message>
        <source>what going back to before 3 changes</source>
        <translation>was das Zurückgehen vor Nummer 3 ändert</translation>
    </message>
    <message>
        <source>everything as of a moment</source>
        <translation>alles, wie es zu einem Zeitpunkt war</translation>
    </message>
    <message>
        <source>restore the files from before number N</source>
        <translation>die Dateien im Stand vor Nummer N wiederherstellen</translation>
    </message>
    <message>
        <source>restore everything to a moment, or to before a number</source>
        <translation>alles auf den Stand eines Zeitpunkts oder vor einer Nummer zurücksetzen</translation>
    </message>
    <message>
        <source>print what the written files were at a moment or number</source>
        <translation>ausgeben, was die geschriebenen Dateien zu einem Zeitpunkt oder einer Nummer waren</translation>
    </message>
    <message>
        <source>this file alone</source>
        <translation>nur diese Datei</translation>
    </message>
    <message>
        <source>list what vkconfig-py wrote alone</source>
        <translation>nur auflisten, was vkconfig-py geschrieben hat</translation>
    </message>
    <message>
        <source>list what others changed alone</source>
        <translation>nur auflisten, was andere geändert haben</translation>
    </message>
    <message>
        <source>print what would be restored; change nothing</source>
        <translation>ausgeben, was wiederhergestellt würde; nichts ändern</translation>
    </message>
    <message>
        <source>programs that run with Vulkan: what each has loaded, and what is predicted</source>
        <translation>Programme, die mit Vulkan laufen: was jedes geladen hat und was vorhergesagt ist</translation>
    </message>
    <message>
        <source>one process; of another user as root</source>
        <translation>ein Prozess; der eines anderen Benutzers als root</translation>
    </message>
    <message>
        <source>asked to end, as the panel Running does</source>
        <translation>zum Beenden aufgefordert, wie im Bereich „Laufend“</translation>
    </message>
    <message>
        <source>only this process</source>
        <translation>nur dieser Prozess</translation>
    </message>
    <message>
        <source>ask this process to end (SIGTERM)</source>
        <translation>diesen Prozess zum Beenden auffordern (SIGTERM)</translation>
    </message>
    <message>
        <source>what is wrong on this machine, and fixes that can be undone</source>
        <translation>was auf diesem Rechner nicht stimmt, und Behebungen, die rückgängig zu machen sind</translation>
    </message>
    <message>
        <source>what the first fix of problem 1 changes</source>
        <translation>was die erste Behebung von Problem 1 ändert</translation>
    </message>
    <message>
        <source>by code, where only one problem has it</source>
        <translation>nach Code, wenn nur ein Problem ihn hat</translation>
    </message>
    <message>
        <source>another of its fixes</source>
        <translation>eine andere seiner Behebungen</translation>
    </message>
    <message>
        <source>fix the problem of this number or code</source>
        <translation>das Problem mit dieser Nummer oder diesem Code beheben</translation>
    </message>
    <message>
        <source>which of its fixes (default: the first)</source>
        <translation>welche seiner Behebungen (Vorgabe: die erste)</translation>
    </message>
    <message>
        <source>configuration whose variables a fix may change</source>
        <translation>Konfiguration, deren Variablen eine Behebung ändern darf</translation>
    </message>
    <message>
        <source>print what a fix would change; change nothing</source>
        <translation>ausgeben, was eine Behebung ändern würde; nichts ändern</translation>
    </message>
    <message>
        <source>undo the latest fix</source>
        <translation>die letzte Behebung rückgängig machen</translation>
    </message>
    <message>
        <source>none of the listed devices is here: programs find no device, and most do not start</source>
        <translation>keines der genannten Geräte ist da: Programme finden kein Gerät, und die meisten starten nicht</translation>
    </message>
    <message>
        <source>The program loads no layers</source>
        <translation>Das Programm lädt keine Layer</translation>
    </message>
    <message>
        <source>The program loads {layers}</source>
        <translation>Das Programm lädt {layers}</translation>
    </message>
    <message>
        <source>{program} loads no layers</source>
        <translation>{program} lädt keine Layer</translation>
    </message>
    <message>
        <source>{program} loads {layers}</source>
        <translation>{program} lädt {layers}</translation>
    </message>
    <message>
        <source>{limit} (what helps: {remedy})</source>
        <translation>{limit} (Abhilfe: {remedy})</translation>
    </message>
    <message>
        <source>what you prefer of the program itself: look, language, probes, closing, logs</source>
        <translation>was Sie am Programm selbst einstellen: Aussehen, Sprache, Tests, Schließen, Protokolle</translation>
    </message>
    <message>
        <source>all, with their values</source>
        <translation>alle, mit ihren Werten</translation>
    </message>
    <message>
        <source>one, with what it can be</source>
        <translation>eine, mit ihren möglichen Werten</translation>
    </message>
    <message>
        <source>an open window follows at once</source>
        <translation>ein offenes Fenster folgt sofort</translation>
    </message>
    <message>
        <source>also questions that you chose not to be asked again</source>
        <translation>auch, was nicht mehr gefragt werden sollte</translation>
    </message>
    <message>
        <source>name of a preference</source>
        <translation>Name einer Programmeinstellung</translation>
    </message>
    <message>
        <source>its new value</source>
        <translation>ihr neuer Wert</translation>
    </message>
    <message>
        <source>reset one or all to the default</source>
        <translation>wieder die Vorgabe, von einer oder von allen</translation>
    </message>
    <message>
        <source>forget remembered answers, and show hidden notes and messages again</source>
        <translation>gespeicherte Antworten vergessen und verborgene Hinweise und Meldungen wieder zeigen</translation>
    </message>
    <message>
        <source>the chain of a program under a configuration, row by row as in the window</source>
        <translation>die Kette eines Programms unter einer Konfiguration, Zeile für Zeile wie im Fenster</translation>
    </message>
    <message>
        <source>as a launch gives it</source>
        <translation>wie ein Start sie ergibt</translation>
    </message>
    <message>
        <source>as applied to every program</source>
        <translation>auf jedes Programm angewendet</translation>
    </message>
    <message>
        <source>under a what-if</source>
        <translation>unter einem Was-wäre-wenn</translation>
    </message>
    <message>
        <source>copy what works</source>
        <translation>übernehmen, was funktioniert</translation>
    </message>
    <message>
        <source>default: the one that is selected</source>
        <translation>Vorgabe: die ausgewählte</translation>
    </message>
    <message>
        <source>a launch from here; applied to its program, to the listed programs or to every program; or environment variables only (default: launch)</source>
        <translation>ein Start von hier; angewendet auf ihr Programm, auf die genannten Programme oder auf jedes Programm; oder nur Umgebungsvariablen (Vorgabe: launch)</translation>
    </message>
    <message>
        <source>what the loader and layers read too: who set it, and what it does</source>
        <translation>auch, was Loader und Layer lesen: wer es gesetzt hat und was es bewirkt</translation>
    </message>
    <message>
        <source>the files and variables too that would do this</source>
        <translation>auch die Dateien und Variablen, die dies bewirken würden</translation>
    </message>
    <message>
        <source>all with a name: layers, settings, values, variables, extensions, files, commands</source>
        <translation>alles mit Namen: Layer, Einstellungen, Werte, Variablen, Erweiterungen, Dateien …</translation>
    </message>
    <message>
        <source>settings, values and layers with it</source>
        <translation>Einstellungen, Werte und Layer damit</translation>
    </message>
    <message>
        <source>what has both words</source>
        <translation>was beide Wörter enthält</translation>
    </message>
    <message>
        <source>all of them have to occur</source>
        <translation>alle davon müssen vorkommen</translation>
    </message>
    <message>
        <source>settings and rows as in it (default: selected)</source>
        <translation>Einstellungen und Zeilen wie in ihr (Vorgabe: ausgewählte)</translation>
    </message>
    <message>
        <source>at most N (default: 20)</source>
        <translation>höchstens N (Vorgabe: 20)</translation>
    </message>
    <message>
        <source>a vk_layer_settings.txt of your own, which a configuration uses as it is</source>
        <translation>eine eigene vk_layer_settings.txt, die eine Konfiguration verwendet, wie sie ist</translation>
    </message>
    <message>
        <source>the one that it uses</source>
        <translation>die, die sie verwendet</translation>
    </message>
    <message>
        <source>the settings of its layers again</source>
        <translation>wieder die Einstellungen ihrer Layer</translation>
    </message>
    <message>
        <source>takes its values over instead</source>
        <translation>übernimmt stattdessen ihre Werte</translation>
    </message>
    <message>
        <source>the file; it stays as it is</source>
        <translation>die Datei; sie bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>use no file of your own any more</source>
        <translation>keine eigene Datei mehr verwenden</translation>
    </message>
    <message>
        <source>the environment variables that programs of a configuration get</source>
        <translation>die Umgebungsvariablen, die Programme einer Konfiguration bekommen</translation>
    </message>
    <message>
        <source>a variable NAME=value; also several times</source>
        <translation>eine Variable NAME=value; auch mehrfach</translation>
    </message>
    <message>
        <source>a variable that it leaves to the session again; also several times</source>
        <translation>eine Variable, die sie wieder der Sitzung überlässt; auch mehrfach</translation>
    </message>
    <message>
        <source>the program that run and Launch start with a configuration</source>
        <translation>das Programm, das run und „Starten“ mit einer Konfiguration starten</translation>
    </message>
    <message>
        <source>which one, and whose choice it is</source>
        <translation>welches und wessen Wahl es ist</translation>
    </message>
    <message>
        <source>always this one with Debugging</source>
        <translation>immer dieses mit Debugging</translation>
    </message>
    <message>
        <source>with an option set; &apos;&apos; for none</source>
        <translation>mit einem Optionssatz; &apos;&apos; für keinen</translation>
    </message>
    <message>
        <source>always start it with this configuration</source>
        <translation>es immer mit dieser Konfiguration starten</translation>
    </message>
    <message>
        <source>the program chosen last, not its own</source>
        <translation>das zuletzt gewählte Programm, nicht ihr eigenes</translation>
    </message>
    <message>
        <source>no program</source>
        <translation>kein Programm</translation>
    </message>
    <message>
        <source>an option set of the program; &apos;&apos; for none</source>
        <translation>ein Optionssatz des Programms; &apos;&apos; für keinen</translation>
    </message>
    <message>
        <source>copy a what-if to a configuration: variables and the program</source>
        <translation>ein Was-wäre-wenn in eine Konfiguration übernehmen: Variablen und das Programm</translation>
    </message>
    <message>
        <source>what it would change</source>
        <translation>was es ändern würde</translation>
    </message>
    <message>
        <source>error</source>
        <comment>how serious a problem is</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>how serious a problem is</comment>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <comment>how serious a problem is</comment>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>implicit</source>
        <comment>a layer</comment>
        <translation>implizit</translation>
    </message>
    <message>
        <source>explicit</source>
        <comment>a layer</comment>
        <translation>explizit</translation>
    </message>
    <message>
        <source>no layers</source>
        <translation>keine Layer</translation>
    </message>
    <message>
        <source>no driver found</source>
        <translation>kein Treiber gefunden</translation>
    </message>
    <message>
        <source>Not in the chain</source>
        <translation>Nicht in der Kette</translation>
    </message>
    <message>
        <source>vkCreateInstance returns {result}</source>
        <translation>vkCreateInstance gibt {result} zurück</translation>
    </message>
    <message>
        <source>vkCreateInstance: {result}</source>
        <translation>vkCreateInstance: {result}</translation>
    </message>
    <message>
        <source>vkCreateInstance: {result}; --probe finds out</source>
        <translation>vkCreateInstance: {result}; --probe findet es heraus</translation>
    </message>
    <message>
        <source>Chain of each device</source>
        <translation>Kette jedes Geräts</translation>
    </message>
    <message>
        <source>vkCreateDevice returns {result}</source>
        <translation>vkCreateDevice gibt {result} zurück</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>none: {result}</source>
        <translation>keine: {result}</translation>
    </message>
    <message>
        <source>It runs with more rights than its user</source>
        <translation>Es läuft mit mehr Rechten als sein Benutzer</translation>
    </message>
    <message>
        <source>{why}: the loader skips its user&apos;s folders</source>
        <translation>{why}: Der Loader überspringt die Ordner seines Benutzers</translation>
    </message>
    <message>
        <source>A program that requests Vulkan {version} and no layers</source>
        <translation>Ein Programm, das Vulkan {version} und keine Layer anfordert</translation>
    </message>
    <message numerus="yes">
        <source>A program that requests Vulkan {version} and {n} layers</source>
        <comment>A program that requests Vulkan {version} and {n} layer</comment>
        <translation>
            <numerusform>Ein Programm, das Vulkan {version} und {n} Layer anfordert</numerusform>
            <numerusform>Ein Programm, das Vulkan {version} und {n} Layer anfordert</numerusform>
        </translation>
    </message>
    <message>
        <source>{program}, which requests Vulkan {version} and no layers</source>
        <translation>{program}, das Vulkan {version} und keine Layer anfordert</translation>
    </message>
    <message numerus="yes">
        <source>{program}, which requests Vulkan {version} and {n} layers</source>
        <comment>{program}, which requests Vulkan {version} and {n} layer</comment>
        <translation>
            <numerusform>{program}, das Vulkan {version} und {n} Layer anfordert</numerusform>
            <numerusform>{program}, das Vulkan {version} und {n} Layer anfordert</numerusform>
        </translation>
    </message>
    <message>
        <source>Loader {version} (none is installed; this is how that version would decide)</source>
        <translation>Loader {version} (keiner ist installiert; so würde diese Version entscheiden)</translation>
    </message>
    <message>
        <source>Loader {version} (no {bits}-bit loader is installed; this is how that version would decide)</source>
        <translation>Loader {version} (kein {bits}-Bit-Loader ist installiert; so würde diese Version entscheiden)</translation>
    </message>
    <message>
        <source>unknown version</source>
        <translation>unbekannte Version</translation>
    </message>
    <message>
        <source>Loader {path}, {version}, {bits}-bit: {reason}</source>
        <translation>Loader {path}, {version}, {bits} Bit: {reason}</translation>
    </message>
    <message>
        <source>or {line}</source>
        <translation>oder {line}</translation>
    </message>
    <message>
        <source>also installed: {path}, {version}, {bits}-bit</source>
        <translation>auch hier: {path}, {version}, {bits} Bit</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}, Zeile {line}</translation>
    </message>
    <message>
        <source>name two sides of one kind: device:A device:B, configuration:A configuration:B, or moment:2026-11-28T10:00 moment:now</source>
        <translation>nennen Sie zwei Seiten einer Art: device:A device:B, configuration:A configuration:B oder moment:2026-11-28T10:00 moment:now</translation>
    </message>
    <message>
        <source>There are no devices: {result}</source>
        <translation>Es gibt keine Geräte: {result}</translation>
    </message>
    <message>
        <source>“{name}” is more than one device here. They are {devices}</source>
        <translation>„{name}“ ist hier mehr als ein Gerät. Es gibt {devices}</translation>
    </message>
    <message>
        <source>“{name}” is not a device here. They are {devices}</source>
        <translation>„{name}“ ist hier kein Gerät. Es gibt {devices}</translation>
    </message>
    <message>
        <source>There was no scan of this machine until {name}.</source>
        <translation>Bis {name} wurde dieser Rechner nicht eingelesen.</translation>
    </message>
    <message>
        <source>No program is chosen, so there is no option set “{name}”.</source>
        <translation>Kein Programm ist ausgewählt, also gibt es keinen Optionssatz „{name}“.</translation>
    </message>
    <message>
        <source>{program} has no option set “{name}”. It has: {names}</source>
        <translation>{program} hat keinen Optionssatz „{name}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>The step stays in the list</source>
        <translation>Der Schritt bleibt in der Liste</translation>
    </message>
    <message>
        <source>On</source>
        <comment>what a layer or driver is set to</comment>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>what a layer or driver is set to</comment>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>what a layer or driver is set to</comment>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Only</source>
        <comment>what a driver is set to</comment>
        <translation>Nur dieser</translation>
    </message>
    <message>
        <source>There is no layer named “{name}”; vkconfig-py list --layers shows the layers</source>
        <translation>Es gibt keinen Layer namens „{name}“; vkconfig-py list --layers zeigt die Layer</translation>
    </message>
    <message>
        <source>“{name}” is ambiguous: {names}</source>
        <translation>„{name}“ ist mehrdeutig: {names}</translation>
    </message>
    <message>
        <source>“{text}” is not a variable; write NAME=value</source>
        <translation>„{text}“ ist keine Variable; schreiben Sie NAME=value</translation>
    </message>
    <message>
        <source>“{text}” is not the name of a variable</source>
        <translation>„{text}“ ist nicht der Name einer Variable</translation>
    </message>
    <message>
        <source>What the program requested is not remembered</source>
        <translation>Was das Programm anforderte, ist nicht gespeichert</translation>
    </message>
    <message>
        <source>This step cannot be undone</source>
        <translation>Dieser Schritt kann nicht rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>“{name}” is the name of several configurations; use a key: {keys}</source>
        <translation>„{name}“ ist der Name mehrerer Konfigurationen; nehmen Sie einen Schlüssel: {keys}</translation>
    </message>
    <message>
        <source>There is no configuration “{name}”. There are: {names}</source>
        <translation>Es gibt keine Konfiguration „{name}“. Es gibt: {names}</translation>
    </message>
    <message>
        <source>New</source>
        <comment>what is done to a file</comment>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Change</source>
        <comment>what is done to a file</comment>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Remove</source>
        <comment>what is done to a file</comment>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Set</source>
        <comment>what is done to a variable</comment>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Unset</source>
        <comment>what is done to a variable</comment>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>{path} already holds something else; --replace overwrites it</source>
        <translation>{path} enthält schon etwas anderes; --replace überschreibt es</translation>
    </message>
    <message>
        <source>Nothing would be written</source>
        <translation>Nichts würde geschrieben</translation>
    </message>
    <message>
        <source>{name} is unset</source>
        <translation>{name} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>1,234.5</source>
        <comment>how numbers are written</comment>
        <translation>1.234,5</translation>
    </message>
    <message>
        <source>{words} and {last}</source>
        <translation>{words} und {last}</translation>
    </message>
    <message>
        <source>{words} or {last}</source>
        <translation>{words} oder {last}</translation>
    </message>
    <message numerus="yes">
        <source>{words} and {n:,} more</source>
        <comment>{words} and {n:,} more</comment>
        <translation>
            <numerusform>{words} und {n:,} weiterer</numerusform>
            <numerusform>{words} und {n:,} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the words of a list</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>--platform {platform} needs --registry FILE.reg, an export of its registry</source>
        <translation>--platform {platform} braucht --registry FILE.reg, einen Export der Registry</translation>
    </message>
    <message>
        <source>--platform {platform} needs --root DIR, the folder with its files</source>
        <translation>--platform {platform} braucht --root DIR, den Ordner mit den Dateien</translation>
    </message>
    <message>
        <source>--registry is for a Windows machine</source>
        <translation>--registry ist für einen Windows-Rechner</translation>
    </message>
    <message>
        <source>Loader {version}</source>
        <translation>Loader {version}</translation>
    </message>
    <message>
        <source>Call chain, application side first</source>
        <translation>Aufrufkette, Anwendungsseite zuerst</translation>
    </message>
    <message>
        <source>Registered or named by variables</source>
        <translation>Registriert oder in Variablen genannt</translation>
    </message>
    <message>
        <source>Vulkan works again</source>
        <translation>Vulkan funktioniert wieder</translation>
    </message>
    <message>
        <source>Vulkan fails in every program: {create}</source>
        <translation>Vulkan schlägt in jedem Programm fehl: {create}</translation>
    </message>
    <message>
        <source>no longer read</source>
        <translation>wird nicht mehr gelesen</translation>
    </message>
    <message>
        <source>loads if its library opens, which only a probe tells</source>
        <translation>wird geladen, wenn sich die Bibliothek öffnen lässt, was nur ein Test zeigt</translation>
    </message>
    <message>
        <source>still {state}, {reason}</source>
        <translation>weiterhin {state}, {reason}</translation>
    </message>
    <message>
        <source>is used in every program</source>
        <translation>wird in jedem Programm verwendet</translation>
    </message>
    <message>
        <source>loads in every program</source>
        <translation>wird in jedem Programm geladen</translation>
    </message>
    <message>
        <source>is used in programs started this way</source>
        <translation>wird in so gestarteten Programmen verwendet</translation>
    </message>
    <message>
        <source>loads in programs started this way</source>
        <translation>wird in so gestarteten Programmen geladen</translation>
    </message>
    <message>
        <source>also off: {names}</source>
        <translation>außerdem aus: {names}</translation>
    </message>
    <message>
        <source>also on: {names}</source>
        <translation>außerdem ein: {names}</translation>
    </message>
    <message>
        <source>positional arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>show this help message and exit</source>
        <translation>diese Hilfe anzeigen und beenden</translation>
    </message>
    <message>
        <source>{program}: error: {message}</source>
        <translation>{program}: Fehler: {message}</translation>
    </message>
    <message>
        <source>usage: </source>
        <translation>Aufruf: </translation>
    </message>
    <message>
        <source>argument {name}: {message}</source>
        <translation>Argument {name}: {message}</translation>
    </message>
    <message>
        <source>the following arguments are required: {names}</source>
        <translation>diese Argumente werden benötigt: {names}</translation>
    </message>
    <message>
        <source>invalid choice: {value} (choose from {choices})</source>
        <translation>ungültige Auswahl: {value} (möglich: {choices})</translation>
    </message>
    <message>
        <source>{value} is not a whole number</source>
        <translation>{value} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>not allowed with argument {name}</source>
        <translation>nicht zusammen mit dem Argument {name} erlaubt</translation>
    </message>
    <message>
        <source>it takes no value, and was given {value}</source>
        <translation>nimmt keinen Wert an, erhielt aber {value}</translation>
    </message>
    <message>
        <source>one of the arguments {names} is required</source>
        <translation>eines der Argumente {names} wird benötigt</translation>
    </message>
    <message>
        <source>ambiguous option: {option} could match {options}</source>
        <translation>mehrdeutige Option: {option} kann {options} bedeuten</translation>
    </message>
    <message>
        <source>expected one argument</source>
        <translation>ein Argument wird erwartet</translation>
    </message>
    <message>
        <source>expected at most one argument</source>
        <translation>höchstens ein Argument wird erwartet</translation>
    </message>
    <message>
        <source>expected at least one argument</source>
        <translation>mindestens ein Argument wird erwartet</translation>
    </message>
    <message numerus="yes">
        <source>expected {n} arguments</source>
        <comment>expected {n} argument</comment>
        <translation>
            <numerusform>{n} Argument wird erwartet</numerusform>
            <numerusform>{n} Argumente werden erwartet</numerusform>
        </translation>
    </message>
    <message>
        <source>on {runtime}</source>
        <translation>auf {runtime}</translation>
    </message>
    <message>
        <source>on no runtime</source>
        <translation>ohne Laufzeitumgebung</translation>
    </message>
    <message>
        <source>the runtime of {name}, {runtime}, is not here</source>
        <translation>die Laufzeitumgebung von {name}, {runtime}, ist nicht vorhanden</translation>
    </message>
    <message>
        <source>{name} names no runtime</source>
        <translation>{name} nennt keine Laufzeitumgebung</translation>
    </message>
    <message>
        <source>As the Flatpak app “{name}”: files and variables from the metadata of the app, of {runtime} and of {extensions}.</source>
        <translation>Als die Flatpak-App „{name}“: Dateien und Variablen aus den Metadaten der App, von {runtime} und von {extensions}.</translation>
    </message>
    <message>
        <source>The order of layers of several extensions is unknown until it runs.</source>
        <translation>Die Reihenfolge der Layer mehrerer Erweiterungen ist unbekannt, bis sie läuft.</translation>
    </message>
    <message>
        <source>What its start script and portals change is unknown until it runs.</source>
        <translation>Was Startskript und Portale ändern, ist unbekannt, bis sie läuft.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>no Flatpak app “{name}” is installed or runs here (installed: {known})</source>
        <translation>keine Flatpak-App „{name}“ ist hier installiert oder läuft (installiert: {known})</translation>
    </message>
    <message numerus="yes">
        <source>{n} extensions</source>
        <comment>{n} extension</comment>
        <translation>
            <numerusform>{n} Erweiterung</numerusform>
            <numerusform>{n} Erweiterungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Not visible inside Flatpak {name}: its /usr is the runtime {runtime}, not this system&apos;s</source>
        <translation>Im Flatpak {name} nicht sichtbar: /usr ist dort die Laufzeitumgebung {runtime}, nicht die dieses Systems</translation>
    </message>
    <message>
        <source>only an extension {prefix}.NAME of branch {version} can bring it</source>
        <translation>nur eine Erweiterung {prefix}.NAME des Zweigs {version} kann ihn mitbringen</translation>
    </message>
    <message>
        <source>{error}: what follows is for a program of that path</source>
        <translation>{error}: Das Folgende gilt für ein Programm mit diesem Pfad</translation>
    </message>
    <message>
        <source>Flatpak app</source>
        <translation>Flatpak-App</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>Snap</translation>
    </message>
    <message>
        <source>Steam runtime</source>
        <translation>Steam-Laufzeitumgebung</translation>
    </message>
    <message>
        <source>a program of it runs: its own files and variables</source>
        <translation>ein Programm davon läuft: dessen eigene Dateien und Variablen</translation>
    </message>
    <message>
        <source>through sudo, with the variables that it leaves</source>
        <translation>mit sudo und den Variablen, die es übrig lässt</translation>
    </message>
    <message>
        <source>flatpak:APP, snap:NAME, steam:RUNTIME, process:PID or root</source>
        <translation>flatpak:APP, snap:NAME, steam:RUNTIME, process:PID oder root</translation>
    </message>
    <message>
        <source>{text!r} is not a view of this machine; there are {views}</source>
        <translation>{text!r} ist keine Ansicht dieses Rechners; es gibt {views}</translation>
    </message>
    <message>
        <source>As root through sudo: variables of your session are not passed on, and the home folder is /root (sudoers: env_reset).</source>
        <translation>Als root mit sudo: Variablen Ihrer Sitzung werden nicht weitergegeben, und der persönliche Ordner ist /root (sudoers: env_reset).</translation>
    </message>
    <message>
        <source>As process {pid}, {name}: files, rights and the variables that it was started with.</source>
        <translation>Als Prozess {pid}, {name}: Dateien, Rechte und die Variablen, mit denen er gestartet wurde.</translation>
    </message>
    <message>
        <source>there is no process {name}</source>
        <translation>es gibt keinen Prozess {name}</translation>
    </message>
    <message>
        <source>process {name} belongs to another user; its entry in /proc cannot be read</source>
        <translation>Prozess {name} gehört einem anderen Benutzer; sein Eintrag in /proc ist nicht lesbar</translation>
    </message>
    <message>
        <source>{missing} (running: {names})</source>
        <translation>{missing} (es laufen: {names})</translation>
    </message>
    <message>
        <source>As the Flatpak app “{name}”: files and variables are those of its process {process}.</source>
        <translation>Als die Flatpak-App „{name}“: Dateien und Variablen sind die ihres Prozesses {process}.</translation>
    </message>
    <message>
        <source>As the snap “{name}”: files and variables are those of its process {process}.</source>
        <translation>Als der Snap „{name}“: Dateien und Variablen sind die seines Prozesses {process}.</translation>
    </message>
    <message>
        <source>As the Steam runtime “{name}”: files and variables are those of its process {process}.</source>
        <translation>Als die Steam-Laufzeitumgebung „{name}“: Dateien und Variablen sind die ihres Prozesses {process}.</translation>
    </message>
    <message>
        <source>no program of the Flatpak app “{name}” runs here that you may look into; start it first</source>
        <translation>kein Programm der Flatpak-App „{name}“, das Sie einsehen dürfen, läuft hier; starten Sie sie zuerst</translation>
    </message>
    <message>
        <source>no program of the snap “{name}” runs here that you may look into; start it first</source>
        <translation>kein Programm des Snaps „{name}“, das Sie einsehen dürfen, läuft hier; starten Sie ihn zuerst</translation>
    </message>
    <message>
        <source>no program of the Steam runtime “{name}” runs here that you may look into; start it first</source>
        <translation>kein Programm der Steam-Laufzeitumgebung „{name}“, das Sie einsehen dürfen, läuft hier; starten Sie sie zuerst</translation>
    </message>
    <message>
        <source>a what-if is a list of assumptions with commas between them (\, for a comma in one):
  loader-version=V  loader=PATH  pointer-bits=32|64  app-path=P  elevated[=no]
  set=NAME=VALUE  unset=NAME  root=DIR  as={views}
</source>
        <translation>ein Was-wäre-wenn ist eine Liste von Annahmen, durch Kommas getrennt (\, steht für ein Komma darin):
  loader-version=V  loader=PATH  pointer-bits=32|64  app-path=P  elevated[=no]
  set=NAME=VALUE  unset=NAME  root=DIR  as={views}
</translation>
    </message>
    <message>
        <source>Tell which Vulkan layers and drivers load on this machine, and why.</source>
        <translation>Sagt, welche Vulkan-Layer und -Treiber auf diesem Rechner geladen werden und warum.</translation>
    </message>
    <message>
        <source>print one JSON object</source>
        <translation>ein JSON-Objekt ausgeben</translation>
    </message>
    <message>
        <source>open drivers and layers, in separate processes</source>
        <translation>Treiber und Layer öffnen, in eigenen Prozessen</translation>
    </message>
    <message>
        <source>system of the machine that --root or --registry describes</source>
        <translation>System des Rechners, den --root oder --registry beschreibt</translation>
    </message>
    <message>
        <source>report on the Windows machine of this export; --root has its drives (folders named C, D, ...; without any it is drive C: itself)</source>
        <translation>Bericht über den Windows-Rechner dieses Exports; --root enthält seine Laufwerke (Ordner namens C, D, ...; ohne solche ist es selbst Laufwerk C:)</translation>
    </message>
    <message>
        <source>{text!r} is none of {platforms}</source>
        <translation>{text!r} ist keines von {platforms}</translation>
    </message>
    <message>
        <source>driver, layer, or part of a name (default: all)</source>
        <translation>Treiber, Layer oder Teil eines Namens (Vorgabe: alle)</translation>
    </message>
    <message>
        <source>limits, features, formats and the rest, too</source>
        <translation>auch Grenzwerte, Features, Formate und den Rest</translation>
    </message>
    <message>
        <source>probe again what is known from earlier</source>
        <translation>erneut testen, was von früher bekannt ist</translation>
    </message>
    <message>
        <source>a device (--platform android)</source>
        <translation>ein Gerät (--platform android)</translation>
    </message>
    <message>
        <source>what it has is in --root DIR, a mounted image or folders that were pulled from it</source>
        <translation>sein Inhalt ist in --root DIR, einem eingehängten Abbild oder von ihm kopierten Ordnern</translation>
    </message>
    <message>
        <source>output of getprop (default: build.prop below DIR)</source>
        <translation>Ausgabe von getprop (Vorgabe: build.prop unter DIR)</translation>
    </message>
    <message>
        <source>output of settings list global</source>
        <translation>Ausgabe von settings list global</translation>
    </message>
    <message>
        <source>application that the report is about</source>
        <translation>Anwendung, um die es im Bericht geht</translation>
    </message>
    <message>
        <source>output of dumpsys package NAME</source>
        <translation>Ausgabe von dumpsys package NAME</translation>
    </message>
    <message>
        <source>the application is debuggable</source>
        <translation>die Anwendung ist debuggable</translation>
    </message>
    <message>
        <source>its manifest lets layers in</source>
        <translation>ihr Manifest lässt Layer zu</translation>
    </message>
    <message>
        <source>ABI of the application (default: its own, or the device&apos;s)</source>
        <translation>ABI der Anwendung (Vorgabe: ihre eigene oder die des Geräts)</translation>
    </message>
    <message>
        <source>{option} has no effect on a device without manifests</source>
        <translation>{option} ist bei einem Gerät ohne Manifeste wirkungslos</translation>
    </message>
    <message>
        <source>{option} is for a device without manifests: --platform says which</source>
        <translation>{option} ist für ein Gerät ohne Manifeste: --platform sagt, welches</translation>
    </message>
    <message>
        <source>program as it is started, path or name (default: this process)</source>
        <translation>Programm, wie es gestartet wird, Pfad oder Name (Vorgabe: dieser Prozess)</translation>
    </message>
    <message>
        <source>behave as this loader version</source>
        <translation>wie diese Loader-Version entscheiden</translation>
    </message>
    <message>
        <source>as with this loader library</source>
        <translation>wie mit dieser Loader-Bibliothek</translation>
    </message>
    <message>
        <source>word size of the program</source>
        <translation>Wortbreite des Programms</translation>
    </message>
    <message>
        <source>as a program with more rights than its user</source>
        <translation>wie ein Programm mit mehr Rechten als sein Benutzer</translation>
    </message>
    <message>
        <source>with this variable set</source>
        <translation>mit dieser gesetzten Variablen</translation>
    </message>
    <message>
        <source>with this variable not set</source>
        <translation>ohne diese Variable</translation>
    </message>
    <message>
        <source>folder that stands for /</source>
        <translation>Ordner, der für / steht</translation>
    </message>
    <message>
        <source>as a program of that container, that process, or one run by sudo sees it</source>
        <translation>wie ein Programm dieses Containers, dieser Prozess oder eines unter sudo es sieht</translation>
    </message>
    <message>
        <source>name in VkApplicationInfo</source>
        <translation>Name in VkApplicationInfo</translation>
    </message>
    <message>
        <source>version the program requests, with a variant V.A.B.C</source>
        <translation>Version, die das Programm anfordert, mit Variante V.A.B.C</translation>
    </message>
    <message>
        <source>layer it requests</source>
        <translation>Layer, den es anfordert</translation>
    </message>
    <message>
        <source>layer it requests for its device, for loaders up to 1.0.12</source>
        <translation>Layer, den es für sein Gerät anfordert, für Loader bis 1.0.12</translation>
    </message>
    <message>
        <source>extension it asks for</source>
        <translation>Erweiterung, die es anfordert</translation>
    </message>
    <message>
        <source>loader-version, loader, pointer-bits, app-path, elevated, set, unset, root, as</source>
        <translation>loader-version, loader, pointer-bits, app-path, elevated, set, unset, root, as</translation>
    </message>
    <message>
        <source>{key!r} is not an assumption; there are {known}</source>
        <translation>{key!r} ist keine Annahme; es gibt {known}</translation>
    </message>
    <message>
        <source>elevated must be yes or no, not {value!r}</source>
        <translation>elevated muss yes oder no sein, nicht {value!r}</translation>
    </message>
    <message>
        <source>{text!r} is not a number</source>
        <translation>{text!r} ist keine Zahl</translation>
    </message>
    <message>
        <source>{text!r} is not a word size; it must be 32 or 64</source>
        <translation>{text!r} ist keine Wortbreite; es gibt 32 und 64</translation>
    </message>
    <message>
        <source>{text!r} is not NAME=VALUE</source>
        <translation>{text!r} ist nicht NAME=VALUE</translation>
    </message>
    <message>
        <source>{text!r} is not the name of a variable</source>
        <translation>{text!r} ist nicht der Name einer Variablen</translation>
    </message>
    <message>
        <source>{text!r} is not a file</source>
        <translation>{text!r} ist keine Datei</translation>
    </message>
    <message>
        <source>{text!r} is not a folder</source>
        <translation>{text!r} ist kein Ordner</translation>
    </message>
    <message>
        <source>nothing outside of the library changes this</source>
        <translation>nichts außerhalb der Bibliothek ändert das</translation>
    </message>
    <message>
        <source>{layer}: its {function} returns {result}</source>
        <translation>{layer}: {function} gibt {result} zurück</translation>
    </message>
    <message>
        <source>Programs that load this layer get no Vulkan instance.</source>
        <translation>Programme, die diesen Layer laden, erhalten keine Vulkan-Instanz.</translation>
    </message>
    <message>
        <source>several rules together</source>
        <translation>mehrere Regeln zusammen</translation>
    </message>
    <message>
        <source>since {first}, {rule}</source>
        <translation>seit {first}: {rule}</translation>
    </message>
    <message>
        <source>from {first} to {last}, {rule}</source>
        <translation>von {first} bis {last}: {rule}</translation>
    </message>
    <message>
        <source>it is not a report; vkconfig-py report --json writes one</source>
        <translation>das ist kein Bericht; vkconfig-py report --json schreibt einen</translation>
    </message>
    <message>
        <source>vkconfig-py {engine:.40} wrote it, and this one, {version}, does not read all of it ({error})</source>
        <translation>vkconfig-py {engine:.40} hat ihn geschrieben, und dieses, {version}, liest nicht alles davon ({error})</translation>
    </message>
    <message>
        <source>on {base}, graphics from {provider}</source>
        <translation>auf {base}, Grafik von {provider}</translation>
    </message>
    <message>
        <source>on {base}</source>
        <translation>auf {base}</translation>
    </message>
    <message>
        <source>no snap “{name}” is installed or runs here (installed: {known})</source>
        <translation>kein Snap „{name}“ ist hier installiert oder läuft (installiert: {known})</translation>
    </message>
    <message>
        <source>As the snap “{name}”: files and variables from snap.yaml and its base {base}.</source>
        <translation>Als der Snap „{name}“: Dateien und Variablen aus snap.yaml und seiner Basis {base}.</translation>
    </message>
    <message>
        <source>{snap} is not installed.</source>
        <translation>{snap} ist nicht installiert.</translation>
    </message>
    <message>
        <source>What its start wrappers set is unknown until it runs.</source>
        <translation>Was seine Startskripte setzen, ist unbekannt, bis er läuft.</translation>
    </message>
    <message>
        <source>Not visible inside the snap {name}: its /usr is that of {base}, not this system&apos;s</source>
        <translation>Im Snap {name} nicht sichtbar: /usr ist dort das von {base}, nicht das dieses Systems</translation>
    </message>
    <message>
        <source>Steam Linux Runtime {version}, in {folder}</source>
        <translation>Steam Linux Runtime {version}, in {folder}</translation>
    </message>
    <message>
        <source>Steam Linux Runtime, in {folder}</source>
        <translation>Steam Linux Runtime, in {folder}</translation>
    </message>
    <message>
        <source>no Steam runtime “{name}” is installed or runs here (installed: {known})</source>
        <translation>keine Steam-Laufzeitumgebung „{name}“ ist hier installiert oder läuft (installiert: {known})</translation>
    </message>
    <message>
        <source>{variable}=0 keeps the layers of this system out.</source>
        <translation>{variable}=0 hält die Layer dieses Systems fern.</translation>
    </message>
    <message>
        <source>pressure-vessel imports drivers and layers of this system, with their libraries.</source>
        <translation>pressure-vessel importiert Treiber und Layer dieses Systems mit ihren Bibliotheken.</translation>
    </message>
    <message>
        <source>As the Steam runtime “{name}”. {imports} Which of two loaders is used, the newer one, and which imports fail is unknown until a game runs.</source>
        <translation>Als die Steam-Laufzeitumgebung „{name}“. {imports} Welcher von zwei Loadern verwendet wird (der neuere) und welche Importe fehlschlagen, ist unbekannt, bis ein Spiel läuft.</translation>
    </message>
    <message>
        <source>{text!r:.60} is not a version like 1.3.239</source>
        <translation>{text!r:.60} ist keine Version wie 1.3.239</translation>
    </message>
    <message>
        <source>{text!r} does not fit into a version of Vulkan</source>
        <translation>{text!r} passt nicht in eine Vulkan-Version</translation>
    </message>
    <message>
        <source>the layers of the instance</source>
        <translation>die Layer der Instanz</translation>
    </message>
    <message>
        <source>loader</source>
        <translation>Loader</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>settings file</source>
        <translation>Einstellungsdatei</translation>
    </message>
    <message>
        <source>word size</source>
        <translation>Wortbreite</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>64-bit</source>
        <translation>64 Bit</translation>
    </message>
    <message>
        <source>not listed</source>
        <translation>nicht aufgelistet</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>now</source>
        <comment>of a state: in contrast to before</comment>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>{difference}; rule: {rules}</source>
        <translation>{difference}; Regel: {rules}</translation>
    </message>
    <message>
        <source>{subject}: {old} {before}, {new} {after}</source>
        <translation>{subject}: {old} {before}, {new} {after}</translation>
    </message>
    <message>
        <source>The listed layers are in another order</source>
        <translation>Die aufgelisteten Layer haben eine andere Reihenfolge</translation>
    </message>
    <message numerus="yes">
        <source>{n} rules differ (docs/loader_versions.md)</source>
        <comment>{n} rule differs (docs/loader_versions.md)</comment>
        <translation>
            <numerusform>{n} Regel ist anders (docs/loader_versions.md)</numerusform>
            <numerusform>{n} Regeln sind anders (docs/loader_versions.md)</numerusform>
        </translation>
    </message>
    <message>
        <source>other rules: {rules}</source>
        <translation>andere Regeln: {rules}</translation>
    </message>
    <message>
        <source>other</source>
        <translation>sonstiges</translation>
    </message>
    <message>
        <source>integrated GPU</source>
        <translation>integrierte GPU</translation>
    </message>
    <message>
        <source>discrete GPU</source>
        <translation>dedizierte GPU</translation>
    </message>
    <message>
        <source>virtual GPU</source>
        <translation>virtuelle GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>layers may change the list of devices in their own way</source>
        <translation>Layer können die Geräteliste auf ihre Weise ändern</translation>
    </message>
    <message>
        <source>it is the first one</source>
        <translation>es ist das erste</translation>
    </message>
    <message>
        <source>this instance does not sort devices</source>
        <translation>diese Instanz sortiert keine Geräte</translation>
    </message>
    <message>
        <source>another device has the same vendor and device numbers</source>
        <translation>ein anderes Gerät hat dieselben Hersteller- und Gerätenummern</translation>
    </message>
    <message>
        <source>there is no such folder to search</source>
        <translation>diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>you have no permission to list the folder</source>
        <translation>Sie dürfen den Ordner nicht auflisten</translation>
    </message>
    <message>
        <source>configure no devices</source>
        <translation>keine Geräte konfigurieren</translation>
    </message>
    <message>
        <source>name no folders</source>
        <translation>keine Ordner nennen</translation>
    </message>
    <message>
        <source>loaders up to {version} do</source>
        <translation>Loader bis {version} tun es</translation>
    </message>
    <message>
        <source>it describes the program that is shown</source>
        <translation>es beschreibt das gezeigte Programm</translation>
    </message>
    <message>
        <source>a device has the layers of its instance</source>
        <translation>ein Gerät hat die Layer seiner Instanz</translation>
    </message>
    <message>
        <source>for devices</source>
        <translation>für Geräte</translation>
    </message>
    <message>
        <source>an off entry beside the unordered one</source>
        <translation>ein off-Eintrag neben „unordered“</translation>
    </message>
    <message>
        <source>it needs {library}, which needs {name}: not there</source>
        <translation>{library} wird benötigt und braucht {name}: nicht vorhanden</translation>
    </message>
    <message>
        <source>it needs {name}, which is not there</source>
        <translation>{name} wird benötigt und ist nicht vorhanden</translation>
    </message>
    <message>
        <source>nothing defines its symbol {symbol}</source>
        <translation>nichts definiert das Symbol {symbol}</translation>
    </message>
    <message>
        <source>{path} is cut short</source>
        <translation>{path} ist abgeschnitten</translation>
    </message>
    <message>
        <source>{path} needs {version} of {library}, and {found} is older</source>
        <translation>{path} braucht {version} von {library}, und {found} ist älter</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>keine reguläre Datei</translation>
    </message>
    <message>
        <source>larger than {count} MB, not read</source>
        <translation>größer als {count} MB, nicht gelesen</translation>
    </message>
    <message>
        <source>only files that end in .json count here</source>
        <translation>nur Dateien, die auf .json enden, zählen hier</translation>
    </message>
    <message>
        <source>longer than 2047 bytes, skipped by the loader</source>
        <translation>länger als 2047 Byte, vom Loader übersprungen</translation>
    </message>
    <message>
        <source>not a path</source>
        <translation>kein Pfad</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>kein gültiges JSON</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>ein Wert wird erwartet</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>unknown escape &quot;\{value}&quot; in a string</source>
        <translation>unbekannte Escape-Folge &quot;\{value}&quot; in einer Zeichenkette</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>bad \u escape in a string</source>
        <translation>fehlerhafte \u-Folge in einer Zeichenkette</translation>
    </message>
    <message>
        <source>expected &quot;,&quot; or &quot;{bracket}&quot;</source>
        <translation>&quot;,&quot; oder &quot;{bracket}&quot; wird erwartet</translation>
    </message>
    <message>
        <source>expected a key in double quotes</source>
        <translation>ein Schlüssel in doppelten Anführungszeichen wird erwartet</translation>
    </message>
    <message>
        <source>expected &quot;:&quot; after the key</source>
        <translation>&quot;:&quot; wird nach dem Schlüssel erwartet</translation>
    </message>
    <message>
        <source>a string is not closed</source>
        <translation>eine Zeichenkette ist nicht abgeschlossen</translation>
    </message>
    <message>
        <source>half of a surrogate pair in a string</source>
        <translation>halbes Surrogatpaar in einer Zeichenkette</translation>
    </message>
    <message>
        <source>nested deeper than {count} levels</source>
        <translation>tiefer als {count} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>contents is exposed without the right to execute</source>
        <translation>contents ist ohne Ausführungsrecht freigegeben</translation>
    </message>
    <message>
        <source>{key} must be a string</source>
        <translation>{key} muss eine Zeichenkette sein</translation>
    </message>
    <message>
        <source>{key} is missing</source>
        <translation>{key} fehlt</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>version must be the number {number}</source>
        <translation>version muss die Zahl {number} sein</translation>
    </message>
    <message>
        <source>{key} must be an object</source>
        <translation>{key} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>the file must be an object</source>
        <translation>die Datei muss ein Objekt sein</translation>
    </message>
    <message>
        <source>it is not there</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>kein Objekt</translation>
    </message>
    <message>
        <source>&quot;ICD&quot; is not an object</source>
        <translation>&quot;ICD&quot; ist kein Objekt</translation>
    </message>
    <message>
        <source>&quot;library_path&quot; is a digit</source>
        <translation>&quot;library_path&quot; ist eine Ziffer</translation>
    </message>
    <message>
        <source>&quot;library_path&quot; is empty</source>
        <translation>&quot;library_path&quot; ist leer</translation>
    </message>
    <message>
        <source>&quot;layers&quot; holds nothing</source>
        <translation>&quot;layers&quot; enthält nichts</translation>
    </message>
    <message>
        <source>&quot;layers&quot; holds something else</source>
        <translation>&quot;layers&quot; enthält etwas anderes</translation>
    </message>
    <message>
        <source>&quot;type&quot; is neither &quot;INSTANCE&quot; nor &quot;GLOBAL&quot;</source>
        <translation>&quot;type&quot; ist weder &quot;INSTANCE&quot; noch &quot;GLOBAL&quot;</translation>
    </message>
    <message>
        <source>&quot;disable_environment&quot; names no variable</source>
        <translation>&quot;disable_environment&quot; nennt keine Variable</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Array</translation>
    </message>
    <message>
        <source>&quot;library_path&quot; and &quot;component_layers&quot; exclude each other</source>
        <translation>&quot;library_path&quot; und &quot;component_layers&quot; schließen sich aus</translation>
    </message>
    <message>
        <source>&quot;component_layers&quot; is not a list of names</source>
        <translation>&quot;component_layers&quot; ist keine Liste von Namen</translation>
    </message>
    <message>
        <source>&quot;enable_environment&quot; names no variable</source>
        <translation>&quot;enable_environment&quot; nennt keine Variable</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is an array</source>
        <translation>&quot;{key}&quot; ist ein Array</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is longer than {count} bytes</source>
        <translation>&quot;{key}&quot; ist länger als {count} Byte</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is not a string</source>
        <translation>&quot;{key}&quot; ist keine Zeichenkette</translation>
    </message>
    <message>
        <source>it is not among what was opened</source>
        <translation>gehört nicht zu dem, was geöffnet wurde</translation>
    </message>
    <message>
        <source>no driver has a device</source>
        <translation>kein Treiber hat ein Gerät</translation>
    </message>
    <message>
        <source>memory of a removed override</source>
        <translation>Speicher eines entfernten Overrides</translation>
    </message>
    <message>
        <source>no section is for this program</source>
        <translation>kein Abschnitt ist für dieses Programm</translation>
    </message>
    <message>
        <source>it holds no valid settings</source>
        <translation>sie enthält keine gültigen Einstellungen</translation>
    </message>
    <message>
        <source>neither &quot;settings&quot; nor &quot;settings_array&quot; is there</source>
        <translation>weder &quot;settings&quot; noch &quot;settings_array&quot; ist vorhanden</translation>
    </message>
    <message>
        <source>the file does not hold an object</source>
        <translation>die Datei enthält kein Objekt</translation>
    </message>
    <message>
        <source>&quot;file_format_version&quot; is missing</source>
        <translation>&quot;file_format_version&quot; fehlt</translation>
    </message>
    <message>
        <source>an element of its layers is malformed</source>
        <translation>ein Element ihrer Layer ist fehlerhaft</translation>
    </message>
    <message>
        <source>no {name}</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <source>on {device}</source>
        <translation>auf {device}</translation>
    </message>
    <message>
        <source>interface {version}</source>
        <translation>Schnittstelle {version}</translation>
    </message>
    <message>
        <source>no interface version in common</source>
        <translation>keine gemeinsame Version der Schnittstelle</translation>
    </message>
    <message>
        <source>found no drivers</source>
        <translation>keine Treiber gefunden</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>keine Gruppen</translation>
    </message>
    <message>
        <source>an argument is NULL</source>
        <translation>ein Argument ist NULL</translation>
    </message>
    <message>
        <source>more than {count} processes and threads</source>
        <translation>mehr als {count} Prozesse und Threads</translation>
    </message>
    <message>
        <source>more than {size} of shared memory</source>
        <translation>mehr als {size} gemeinsamen Speicher</translation>
    </message>
    <message>
        <source>exit {code}</source>
        <translation>Exit-Status {code}</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>Signal {number}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>could not be started: {reason}</source>
        <translation>konnte nicht gestartet werden: {reason}</translation>
    </message>
    <message>
        <source>raised {error}</source>
        <translation>löste {error} aus</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>set it to off, not on</source>
        <translation>off angeben, nicht on</translation>
    </message>
    <message>
        <source>this loader takes the copy that it finds first</source>
        <translation>dieser Loader nimmt die Kopie, die er zuerst findet</translation>
    </message>
    <message>
        <source>the loader reads implicit layers first, and takes the copy that it finds first</source>
        <translation>der Loader liest implizite Layer zuerst und nimmt die Kopie, die er zuerst findet</translation>
    </message>
    <message>
        <source>the same file is found twice; this loader reads it each time</source>
        <translation>dieselbe Datei wird zweimal gefunden; dieser Loader liest sie jedes Mal</translation>
    </message>
    <message>
        <source>add {program}</source>
        <translation>{program} hinzufügen</translation>
    </message>
    <message>
        <source>list the program only once</source>
        <translation>das Programm nur einmal nennen</translation>
    </message>
    <message>
        <source>remove {layer}</source>
        <translation>{layer} entfernen</translation>
    </message>
    <message>
        <source>set it to {version}, like its components</source>
        <translation>{version} angeben, wie die Komponenten</translation>
    </message>
    <message>
        <source>remove this {name}</source>
        <translation>diesen {name} entfernen</translation>
    </message>
    <message>
        <source>remove the misnamed entry</source>
        <translation>den falsch benannten Eintrag entfernen</translation>
    </message>
    <message>
        <source>remove the layer</source>
        <translation>den Layer entfernen</translation>
    </message>
    <message>
        <source>list no layers</source>
        <translation>keine Layer auflisten</translation>
    </message>
    <message>
        <source>list {name}</source>
        <translation>{name} auflisten</translation>
    </message>
    <message>
        <source>remove the entry</source>
        <translation>den Eintrag entfernen</translation>
    </message>
    <message>
        <source>set it to on, not off</source>
        <translation>on angeben, nicht off</translation>
    </message>
    <message>
        <source>set it to this file</source>
        <translation>diese Datei nennen</translation>
    </message>
    <message>
        <source>state which kind it is</source>
        <translation>die Art angeben</translation>
    </message>
    <message>
        <source>found in the linker&apos;s cache</source>
        <translation>gefunden im Cache des Linkers</translation>
    </message>
    <message>
        <source>found in a default folder of the linker</source>
        <translation>gefunden in einem Standardordner des Linkers</translation>
    </message>
    <message>
        <source>found in LD_LIBRARY_PATH</source>
        <translation>gefunden über LD_LIBRARY_PATH</translation>
    </message>
    <message>
        <source>found by the program&apos;s RPATH</source>
        <translation>gefunden über den RPATH des Programms</translation>
    </message>
    <message>
        <source>found by the program&apos;s RUNPATH</source>
        <translation>gefunden über den RUNPATH des Programms</translation>
    </message>
    <message>
        <source>lies beside the program</source>
        <translation>liegt neben dem Programm</translation>
    </message>
    <message>
        <source>opened in an earlier launch</source>
        <translation>geöffnet bei einem früheren Start</translation>
    </message>
    <message>
        <source>in VULKAN_SDK</source>
        <translation>in VULKAN_SDK</translation>
    </message>
    <message>
        <source>named by its path</source>
        <translation>über ihren Pfad genannt</translation>
    </message>
    <message>
        <source>the program is static, so only a launch can show which loader it opens</source>
        <translation>das Programm ist statisch; welchen Loader es öffnet, zeigt nur ein Start</translation>
    </message>
    <message>
        <source>there is no {bits}-bit {library}</source>
        <translation>es gibt keine {library} mit {bits} Bit</translation>
    </message>
    <message>
        <source>{where_found}, as a launch showed</source>
        <translation>{where_found}, wie ein Start zeigte</translation>
    </message>
    <message numerus="yes">
        <source>{why}, {n} others are possible</source>
        <comment>{why}, {n} other is possible</comment>
        <translation>
            <numerusform>{why}, {n} anderer ist möglich</numerusform>
            <numerusform>{why}, {n} andere sind möglich</numerusform>
        </translation>
    </message>
    <message>
        <source>none is installed</source>
        <translation>keiner ist installiert</translation>
    </message>
    <message>
        <source>{bits}-bit Windows programs: {path}</source>
        <translation>{bits}-Bit-Windows-Programme: {path}</translation>
    </message>
    <message>
        <source>{name} is a static program: the dynamic linker does not start it, and no file tells which loader it opens, if any. Only a launch can show it.</source>
        <translation>{name} ist ein statisches Programm: Der dynamische Linker startet es nicht, und keine Datei sagt, welchen Loader es öffnet, falls überhaupt. Nur ein Start kann es zeigen.</translation>
    </message>
    <message>
        <source>{name} is a {bits}-bit program, and the linker finds no {bits}-bit {library}: it gets no Vulkan until one is installed.</source>
        <translation>{name} ist ein {bits}-Bit-Programm, und der Linker findet keine {library} mit {bits} Bit: Es erhält kein Vulkan, bis eine installiert ist.</translation>
    </message>
    <message>
        <source>{through}, which {name} needs, is linked to {library}; {where}.</source>
        <translation>{through}, von {name} benötigt, ist gegen {library} gelinkt; {where}.</translation>
    </message>
    <message>
        <source>{name} is linked to {library}; {where}.</source>
        <translation>{name} ist gegen {library} gelinkt; {where}.</translation>
    </message>
    <message>
        <source>{path} lies beside {name}: programs that bring a loader open their own. Whether it does, only a launch can show.</source>
        <translation>{path} liegt neben {name}: Programme, die einen Loader mitbringen, öffnen ihren eigenen. Ob es das tut, kann nur ein Start zeigen.</translation>
    </message>
    <message>
        <source>An earlier launch of {name} opened it, and the program is unchanged since.</source>
        <translation>Ein früherer Start von {name} hat ihn geöffnet, und das Programm ist seitdem unverändert.</translation>
    </message>
    <message>
        <source>An earlier launch of {name} opened it, and the program is unchanged since; {where}.</source>
        <translation>Ein früherer Start von {name} hat ihn geöffnet, und das Programm ist seitdem unverändert; {where}.</translation>
    </message>
    <message>
        <source>{name} is not linked to a loader. If it opens {library} by name: {where}. If it uses a path of its own, only a launch can show it.</source>
        <translation>{name} ist gegen keinen Loader gelinkt. Wenn es {library} über den Namen öffnet: {where}. Wenn es einen eigenen Pfad verwendet, kann das nur ein Start zeigen.</translation>
    </message>
    <message>
        <source>{name} runs Windows programs of both word sizes, each with the loader of its own. For {bits}-bit ones there is no {library}; {others}.</source>
        <translation>{name} führt Windows-Programme beider Wortbreiten aus, jede mit eigenem Loader. Für {bits} Bit gibt es keine {library}; {others}.</translation>
    </message>
    <message>
        <source>{name} runs Windows programs of both word sizes, each with the loader of its own. This is the one for {bits}-bit programs, {where}; {others}.</source>
        <translation>{name} führt Windows-Programme beider Wortbreiten aus, jede mit eigenem Loader. Dies ist der für {bits}-Bit-Programme, {where}; {others}.</translation>
    </message>
    <message>
        <source>its value in {place} is not the number 0</source>
        <translation>sein Wert in {place} ist nicht die Zahl 0</translation>
    </message>
    <message>
        <source>the loader stops reading {place} at {detail}</source>
        <translation>der Loader liest {place} nur bis {detail}</translation>
    </message>
    <message>
        <source>{place} is {detail}; REG_SZ or REG_MULTI_SZ is read</source>
        <translation>{place} ist {detail}; gelesen wird REG_SZ oder REG_MULTI_SZ</translation>
    </message>
    <message>
        <source>{place} names it, and no adapter of vendor {detail} is there</source>
        <translation>{place} nennt ihn, aber kein Adapter des Herstellers {detail} ist vorhanden</translation>
    </message>
    <message>
        <source>{place} is not read where DXGI has no factory</source>
        <translation>{place} wird nicht gelesen, wenn DXGI keine Factory hat</translation>
    </message>
    <message>
        <source>{place} names it, and {detail} is listed before it</source>
        <translation>{place} nennt ihn, aber {detail} ist davor aufgelistet</translation>
    </message>
    <message>
        <source>{place} names it, and the loader drops its list because of {detail}</source>
        <translation>{place} nennt ihn, aber der Loader verwirft die Liste wegen {detail}</translation>
    </message>
    <message>
        <source>the registry of this machine decides; it is not changed from here</source>
        <translation>die Registry dieses Rechners entscheidet; von hier aus wird sie nicht geändert</translation>
    </message>
    <message>
        <source>an error</source>
        <translation>ein Fehler</translation>
    </message>
    <message>
        <source>for programs of the other word size; nothing to repair</source>
        <translation>für Programme der anderen Wortbreite; nichts zu beheben</translation>
    </message>
    <message>
        <source>install another build of the library</source>
        <translation>eine andere Fassung der Bibliothek installieren</translation>
    </message>
    <message>
        <source>name the library</source>
        <translation>die Bibliothek nennen</translation>
    </message>
    <message>
        <source>the loader is not allowed to read it: {reason}</source>
        <translation>der Loader darf sie nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>remove {file}</source>
        <translation>{file} entfernen</translation>
    </message>
    <message>
        <source>remove this element</source>
        <translation>dieses Element entfernen</translation>
    </message>
    <message>
        <source>remove “{key}”</source>
        <translation>„{key}“ entfernen</translation>
    </message>
    <message>
        <source>add “{key}”</source>
        <translation>„{key}“ hinzufügen</translation>
    </message>
    <message>
        <source>correct “{key}”</source>
        <translation>„{key}“ korrigieren</translation>
    </message>
    <message>
        <source>add “file_format_version”</source>
        <translation>„file_format_version“ hinzufügen</translation>
    </message>
    <message>
        <source>rewrite “{name}”</source>
        <translation>„{name}“ neu schreiben</translation>
    </message>
    <message>
        <source>“layer” has to be the last key: move “{name}”</source>
        <translation>„layer“ muss der letzte Schlüssel sein: „{name}“ verschieben</translation>
    </message>
    <message>
        <source>move “{name}” in front of it</source>
        <translation>„{name}“ davor verschieben</translation>
    </message>
    <message>
        <source>no pattern can be written for this file name</source>
        <translation>für diesen Dateinamen lässt sich kein Muster schreiben</translation>
    </message>
    <message>
        <source>this loader has no filter for drivers</source>
        <translation>dieser Loader hat keinen Filter für Treiber</translation>
    </message>
    <message>
        <source>The layer is listed, but programs that request it cannot start.</source>
        <translation>Der Layer ist aufgelistet, und ein Programm, das ihn anfordert, kann nicht starten.</translation>
    </message>
    <message>
        <source>The loader gives up: every Vulkan call of every program fails.</source>
        <translation>Der Loader gibt auf: Jeder Vulkan-Aufruf jedes Programms schlägt fehl.</translation>
    </message>
    <message>
        <source>The loader stops reading here: programs do not see the layers after it.</source>
        <translation>Der Loader liest nicht weiter: Layer dahinter gibt es für Programme nicht.</translation>
    </message>
    <message>
        <source>The loader crashes in every program.</source>
        <translation>Der Loader stürzt in jedem Programm ab.</translation>
    </message>
    <message>
        <source>The loader uses the copy that it finds first.</source>
        <translation>Der Loader verwendet die Kopie, die er zuerst findet.</translation>
    </message>
    <message>
        <source>Programs that load it crash with a bus error.</source>
        <translation>Programme, die sie laden, enden mit einem Busfehler.</translation>
    </message>
    <message>
        <source>The loader ignores the file.</source>
        <translation>Der Loader übergeht die Datei.</translation>
    </message>
    <message>
        <source>The loader silently skips the folder.</source>
        <translation>Der Loader überspringt den Ordner ohne Meldung.</translation>
    </message>
    <message>
        <source>The variable has no effect.</source>
        <translation>Die Variable ist wirkungslos.</translation>
    </message>
    <message>
        <source>The variable has no effect on this loader.</source>
        <translation>Die Variable ist bei diesem Loader wirkungslos.</translation>
    </message>
    <message>
        <source>This part of the variable has no effect.</source>
        <translation>Dieser Teil der Variablen ist wirkungslos.</translation>
    </message>
    <message>
        <source>The loader continues without this driver.</source>
        <translation>Der Loader macht ohne diesen Treiber weiter.</translation>
    </message>
    <message>
        <source>The loader continues without this layer.</source>
        <translation>Der Loader macht ohne diesen Layer weiter.</translation>
    </message>
    <message>
        <source>The whole override has no effect: none of its layers loads.</source>
        <translation>Das ganze Override ist wirkungslos: Keiner seiner Layer wird geladen.</translation>
    </message>
    <message>
        <source>vkCreateInstance fails with VK_ERROR_INCOMPATIBLE_DRIVER in every program.</source>
        <translation>vkCreateInstance schlägt in jedem Programm mit VK_ERROR_INCOMPATIBLE_DRIVER fehl.</translation>
    </message>
    <message>
        <source>vkCreateInstance fails with VK_ERROR_INCOMPATIBLE_DRIVER in every program that does not request portability drivers.</source>
        <translation>vkCreateInstance schlägt mit VK_ERROR_INCOMPATIBLE_DRIVER in jedem Programm fehl, das keine Portability-Treiber anfordert.</translation>
    </message>
    <message>
        <source>No driver can be loaded</source>
        <translation>Kein Treiber kann geladen werden</translation>
    </message>
    <message>
        <source>The loader settings file has no effect: {reason}</source>
        <translation>Die Loader-Einstellungsdatei ist wirkungslos: {reason}</translation>
    </message>
    <message>
        <source>The loader ignores it, and looks for no other.</source>
        <translation>Der Loader macht weiter, als gäbe es sie nicht, und sucht keine andere.</translation>
    </message>
    <message>
        <source>The loader settings file hides the override</source>
        <translation>Die Loader-Einstellungsdatei verdeckt das Override</translation>
    </message>
    <message>
        <source>Programs see only the layers that the settings file lists.</source>
        <translation>Für Programme gibt es nur die Layer, die die Loader-Einstellungsdatei auflistet.</translation>
    </message>
    <message>
        <source>add the unordered entry</source>
        <translation>den Eintrag „unordered“ hinzufügen</translation>
    </message>
    <message>
        <source>The loader settings file holds an off entry beside the unordered entry</source>
        <translation>Die Loader-Einstellungsdatei hat einen off-Eintrag neben dem Eintrag „unordered“</translation>
    </message>
    <message>
        <source>Loaders before 1.3.302 crash on it in every program.</source>
        <translation>Loader vor 1.3.302 stürzen daran in jedem Programm ab.</translation>
    </message>
    <message>
        <source>remove the off entry of {name}</source>
        <translation>den off-Eintrag von {name} entfernen</translation>
    </message>
    <message>
        <source>vkCreateInstance fails in every program.</source>
        <translation>vkCreateInstance schlägt in jedem Programm fehl.</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Wirkt</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Wirkungslos</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>wird geladen</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>schlägt fehl</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>active</source>
        <translation>wirkt</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>wirkungslos</translation>
    </message>
    <message>
        <source>error</source>
        <comment>a severity</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>a severity</comment>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <comment>a severity</comment>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>turns {detail} on</source>
        <translation>schaltet {detail} ein</translation>
    </message>
    <message>
        <source>{detail} needs another value</source>
        <translation>{detail} wartet auf einen anderen Wert</translation>
    </message>
    <message>
        <source>keeps {detail} off</source>
        <translation>hält {detail} ausgeschaltet</translation>
    </message>
    <message>
        <source>puts {detail} first</source>
        <translation>setzt {detail} an die erste Stelle</translation>
    </message>
    <message>
        <source>keeps devices of {detail}</source>
        <translation>behält Geräte von {detail}</translation>
    </message>
    <message>
        <source>keeps devices in the order that their drivers report</source>
        <translation>behält Geräte in der Reihenfolge, in der ihre Treiber sie melden</translation>
    </message>
    <message>
        <source>always on</source>
        <translation>immer ein</translation>
    </message>
    <message>
        <source>VK_INSTANCE_LAYERS lists it</source>
        <translation>VK_INSTANCE_LAYERS nennt ihn</translation>
    </message>
    <message>
        <source>VK_DEVICE_LAYERS lists it</source>
        <translation>VK_DEVICE_LAYERS nennt ihn</translation>
    </message>
    <message>
        <source>VK_LOADER_LAYERS_ENABLE={detail} matches</source>
        <translation>VK_LOADER_LAYERS_ENABLE={detail} passt</translation>
    </message>
    <message>
        <source>VK_LOADER_LAYERS_ALLOW={detail} matches</source>
        <translation>VK_LOADER_LAYERS_ALLOW={detail} passt</translation>
    </message>
    <message>
        <source>the loader settings file turns it on</source>
        <translation>die Loader-Einstellungsdatei schaltet ihn ein</translation>
    </message>
    <message>
        <source>{detail} is not set</source>
        <translation>{detail} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>{detail} is set</source>
        <translation>{detail} ist gesetzt</translation>
    </message>
    <message>
        <source>VK_LOADER_LAYERS_DISABLE={detail} matches</source>
        <translation>VK_LOADER_LAYERS_DISABLE={detail} passt</translation>
    </message>
    <message>
        <source>not requested</source>
        <translation>nicht angefordert</translation>
    </message>
    <message>
        <source>another override is found first</source>
        <translation>ein anderes Override wird zuerst gefunden</translation>
    </message>
    <message>
        <source>the loader settings file keeps it off</source>
        <translation>die Loader-Einstellungsdatei lässt ihn ausgeschaltet</translation>
    </message>
    <message>
        <source>the loader settings file does not list it</source>
        <translation>die Loader-Einstellungsdatei listet ihn nicht auf</translation>
    </message>
    <message>
        <source>its components load in its place</source>
        <translation>seine Komponenten stehen für ihn</translation>
    </message>
    <message>
        <source>its name is part of another name in VK_INSTANCE_LAYERS</source>
        <translation>sein Name ist Teil eines anderen Namens in VK_INSTANCE_LAYERS</translation>
    </message>
    <message>
        <source>its API version is below the program&apos;s</source>
        <translation>seine API-Version ist niedriger als die des Programms</translation>
    </message>
    <message>
        <source>for {detail}-bit programs</source>
        <translation>für {detail}-Bit-Programme</translation>
    </message>
    <message>
        <source>line {line}: {detail}</source>
        <translation>Zeile {line}: {detail}</translation>
    </message>
    <message>
        <source>line {line}: &quot;{detail}&quot; is missing</source>
        <translation>Zeile {line}: „{detail}“ fehlt</translation>
    </message>
    <message>
        <source>line {line}: device layers are no longer loaded</source>
        <translation>Zeile {line}: Geräte-Layer werden nicht mehr geladen</translation>
    </message>
    <message>
        <source>line {line}: for the API variant {detail}</source>
        <translation>Zeile {line}: für die API-Variante {detail}</translation>
    </message>
    <message>
        <source>{detail} is not a library that this program can open</source>
        <translation>{detail} ist keine Bibliothek, die dieses Programm öffnen kann</translation>
    </message>
    <message>
        <source>its library cannot be opened: {detail}</source>
        <translation>seine Bibliothek lässt sich nicht öffnen: {detail}</translation>
    </message>
    <message>
        <source>it crashes the program: {detail}</source>
        <translation>er bringt das Programm zum Absturz: {detail}</translation>
    </message>
    <message>
        <source>only its path is known; the file is not here</source>
        <translation>nur sein Ort ist bekannt, die Datei ist nicht hier</translation>
    </message>
    <message>
        <source>unknown until probed</source>
        <translation>unbekannt bis zum Test</translation>
    </message>
    <message>
        <source>it is not compatible with the loader: {detail}</source>
        <translation>er und der Loader passen nicht zusammen: {detail}</translation>
    </message>
    <message>
        <source>it cannot be used: {detail}</source>
        <translation>er kann nicht verwendet werden: {detail}</translation>
    </message>
    <message>
        <source>it hangs: {detail}</source>
        <translation>er hängt: {detail}</translation>
    </message>
    <message>
        <source>it uses too many resources: {detail}</source>
        <translation>er verbraucht zu viele Ressourcen: {detail}</translation>
    </message>
    <message>
        <source>it ends the program: {detail}</source>
        <translation>er beendet das Programm: {detail}</translation>
    </message>
    <message>
        <source>its component {detail} is missing</source>
        <translation>seine Komponente {detail} ist nicht vorhanden</translation>
    </message>
    <message>
        <source>its component {detail} has a lower API version</source>
        <translation>seine Komponente {detail} hat eine niedrigere API-Version</translation>
    </message>
    <message>
        <source>its component {detail} has another API version</source>
        <translation>seine Komponente {detail} hat eine andere API-Version</translation>
    </message>
    <message>
        <source>its component {detail} refers back to it</source>
        <translation>seine Komponente {detail} führt zu ihm zurück</translation>
    </message>
    <message>
        <source>line {line}: &quot;{detail}&quot; follows &quot;layer&quot;</source>
        <translation>Zeile {line}: „{detail}“ folgt auf „layer“</translation>
    </message>
    <message>
        <source>line {line}: {detail}; this loader reads no layers after it</source>
        <translation>Zeile {line}: {detail}; dieser Loader liest keinen Layer dahinter</translation>
    </message>
    <message>
        <source>the loader stopped reading at {detail}</source>
        <translation>der Loader las nur bis {detail}</translation>
    </message>
    <message>
        <source>line {line}: {detail}; every call fails on this loader</source>
        <translation>Zeile {line}: {detail}; bei diesem Loader schlägt jeder Aufruf fehl</translation>
    </message>
    <message>
        <source>library found</source>
        <translation>Bibliothek gefunden</translation>
    </message>
    <message>
        <source>not chosen by VK_LOADER_DRIVERS_SELECT</source>
        <translation>nicht von VK_LOADER_DRIVERS_SELECT ausgewählt</translation>
    </message>
    <message>
        <source>VK_LOADER_DRIVERS_DISABLE={detail} matches</source>
        <translation>VK_LOADER_DRIVERS_DISABLE={detail} passt</translation>
    </message>
    <message>
        <source>only for programs that request portability drivers</source>
        <translation>nur für Programme, die Portability-Treiber anfordern</translation>
    </message>
    <message>
        <source>searched</source>
        <translation>durchsucht</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>es gibt keinen solchen Ordner</translation>
    </message>
    <message>
        <source>the loader cannot read the folder: {detail}</source>
        <translation>der Loader kann den Ordner nicht lesen: {detail}</translation>
    </message>
    <message>
        <source>nothing else is searched</source>
        <translation>nichts anderes wird durchsucht</translation>
    </message>
    <message>
        <source>searched before everything else</source>
        <translation>wird vor allem anderen durchsucht</translation>
    </message>
    <message>
        <source>ignored because of {detail}</source>
        <translation>wirkungslos wegen {detail}</translation>
    </message>
    <message>
        <source>ignored, because the program runs with more rights than its user</source>
        <translation>wirkungslos, weil das Programm mit mehr Rechten als sein Benutzer läuft</translation>
    </message>
    <message>
        <source>{detail} matches nothing</source>
        <translation>{detail} passt auf nichts</translation>
    </message>
    <message>
        <source>{detail} is ignored: only the first 16 patterns are used</source>
        <translation>{detail} ist wirkungslos: nur 16 Muster zählen</translation>
    </message>
    <message>
        <source>this loader reads it</source>
        <translation>dieser Loader liest sie</translation>
    </message>
    <message>
        <source>names folders that are searched: {detail}</source>
        <translation>nennt Ordner, die durchsucht werden: {detail}</translation>
    </message>
    <message>
        <source>the program requests it</source>
        <translation>das Programm fordert ihn an</translation>
    </message>
    <message>
        <source>the loader knows it; a driver must support it, too</source>
        <translation>der Loader kennt sie; auch ein Treiber muss sie unterstützen</translation>
    </message>
    <message>
        <source>the loader does not know it, and refuses it</source>
        <translation>der Loader kennt sie nicht und lehnt sie ab</translation>
    </message>
    <message>
        <source>extensions that the loader does not know are let through</source>
        <translation>Erweiterungen, die der Loader nicht kennt, werden durchgelassen</translation>
    </message>
    <message>
        <source>compared with the programs that {detail} list</source>
        <translation>wird mit den Programmen verglichen, die {detail} nennen</translation>
    </message>
    <message>
        <source>the word size of the program: libraries and manifests must fit it</source>
        <translation>die Wortbreite des Programms: Bibliotheken und Manifeste müssen dazu passen</translation>
    </message>
    <message>
        <source>the next entry names another layer than its manifest</source>
        <translation>der Eintrag dahinter nennt einen anderen Layer als sein Manifest</translation>
    </message>
    <message>
        <source>{detail} contains no layer of that name</source>
        <translation>{detail} enthält keinen Layer dieses Namens</translation>
    </message>
    <message>
        <source>{detail} does not end in .json</source>
        <translation>{detail} endet nicht auf .json</translation>
    </message>
    <message>
        <source>one invalid element makes the loader drop the whole list: {detail}</source>
        <translation>wegen eines ungültigen Elements verwirft der Loader die ganze Liste: {detail}</translation>
    </message>
    <message>
        <source>installed drivers are not used</source>
        <translation>kein installierter Treiber zählt</translation>
    </message>
    <message>
        <source>VK_LOADER_DEVICE_SELECT={detail} puts it first</source>
        <translation>VK_LOADER_DEVICE_SELECT={detail} setzt es an die erste Stelle</translation>
    </message>
    <message>
        <source>sorted by its type: {detail}</source>
        <translation>sein Typ bestimmt den Platz: {detail}</translation>
    </message>
    <message>
        <source>sorted by its PCI address: {detail}</source>
        <translation>seine PCI-Adresse bestimmt den Platz: {detail}</translation>
    </message>
    <message>
        <source>sorted by its vendor and device numbers: {detail}</source>
        <translation>seine Hersteller- und Gerätenummern bestimmen den Platz: {detail}</translation>
    </message>
    <message>
        <source>its driver reports it at this position</source>
        <translation>sein Treiber meldet es an dieser Stelle</translation>
    </message>
    <message>
        <source>it is the only one</source>
        <translation>es ist das einzige</translation>
    </message>
    <message>
        <source>the loader settings file chooses it</source>
        <translation>die Loader-Einstellungsdatei wählt es aus</translation>
    </message>
    <message>
        <source>a layer moves it here</source>
        <translation>ein Layer bestimmt den Platz</translation>
    </message>
    <message>
        <source>the loader settings file does not choose it</source>
        <translation>die Loader-Einstellungsdatei wählt es nicht aus</translation>
    </message>
    <message>
        <source>{detail} removes it</source>
        <translation>{detail} nimmt es heraus</translation>
    </message>
    <message>
        <source>a layer hides it</source>
        <translation>ein Layer verbirgt es</translation>
    </message>
    <message>
        <source>default search path</source>
        <translation>Standardsuchpfad</translation>
    </message>
    <message>
        <source>app package</source>
        <translation>App-Paket</translation>
    </message>
    <message>
        <source>bundle</source>
        <translation>Bundle</translation>
    </message>
    <message>
        <source>loader service</source>
        <translation>Loader-Dienst</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>das Programm</translation>
    </message>
    <message>
        <source>{variable}={value} is set</source>
        <translation>{variable}={value} ist gesetzt</translation>
    </message>
    <message>
        <source>{variable} is {value}, not the required value</source>
        <translation>{variable} ist {value}, nicht der verlangte Wert</translation>
    </message>
    <message>
        <source>{variable} is empty, not {wanted}</source>
        <translation>{variable} ist leer, nicht {wanted}</translation>
    </message>
    <message>
        <source>{variable} is {value}, not {wanted}</source>
        <translation>{variable} ist {value}, nicht {wanted}</translation>
    </message>
    <message>
        <source>line {line}: {detail}; this loader crashes on it</source>
        <translation>Zeile {line}: {detail}; dieser Loader stürzt daran ab</translation>
    </message>
    <message>
        <source>its component {component} refers back to it; this loader crashes on it</source>
        <translation>seine Komponente {component} führt zu ihm zurück; dieser Loader stürzt daran ab</translation>
    </message>
    <message>
        <source>{program} requests it</source>
        <translation>{program} fordert ihn an</translation>
    </message>
    <message>
        <source>{program} is not one of its programs</source>
        <translation>{program} gehört nicht zu seinen Programmen</translation>
    </message>
    <message>
        <source>turned on by the override &quot;{owner}&quot;</source>
        <translation>eingeschaltet vom Override „{owner}“</translation>
    </message>
    <message>
        <source>the override of {owner} blocks it</source>
        <translation>das Override von {owner} blockiert ihn</translation>
    </message>
    <message>
        <source>turned on by the meta-layer {layer}</source>
        <translation>eingeschaltet vom Meta-Layer {layer}</translation>
    </message>
    <message>
        <source>the loader hangs on {file}, a pipe</source>
        <translation>der Loader hängt an {file}, einer Pipe</translation>
    </message>
    <message>
        <source>the loader cannot open an empty path: {reason}</source>
        <translation>der Loader kann einen leeren Pfad nicht öffnen: {reason}</translation>
    </message>
    <message>
        <source>the loader cannot open {file}: {reason}</source>
        <translation>der Loader kann {file} nicht öffnen: {reason}</translation>
    </message>
    <message>
        <source>a layer manifest in a folder for drivers</source>
        <translation>ein Layer-Manifest in einem Ordner für Treiber</translation>
    </message>
    <message>
        <source>a driver manifest in a folder for layers</source>
        <translation>ein Treibermanifest in einem Ordner für Layer</translation>
    </message>
    <message>
        <source>{library} does not exist</source>
        <translation>{library} existiert nicht</translation>
    </message>
    <message>
        <source>{library} is in no folder that is searched for libraries</source>
        <translation>{library} ist in keinem Ordner, in dem Bibliotheken gesucht werden</translation>
    </message>
    <message>
        <source>{library} is in no folder that is searched for libraries ({variable})</source>
        <translation>{library} ist in keinem Ordner, in dem Bibliotheken gesucht werden ({variable})</translation>
    </message>
    <message>
        <source>your copy in {folder} is found first</source>
        <translation>Ihre Kopie in {folder} wird zuerst gefunden</translation>
    </message>
    <message>
        <source>the copy in {folder} is found first</source>
        <translation>die Kopie in {folder} wird zuerst gefunden</translation>
    </message>
    <message>
        <source>for {bits}-bit programs</source>
        <translation>für {bits}-Bit-Programme</translation>
    </message>
    <message>
        <source>makes no difference for {layer}</source>
        <translation>macht für {layer} keinen Unterschied</translation>
    </message>
    <message>
        <source>makes no difference</source>
        <translation>macht keinen Unterschied</translation>
    </message>
    <message>
        <source>a library is found in a folder that it names</source>
        <translation>eine Bibliothek wird in einem Ordner gefunden, den sie nennt</translation>
    </message>
    <message>
        <source>opened; found by {source}</source>
        <translation>geöffnet; gefunden durch {source}</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>the loader has no such layer ({reason}): {call} fails</source>
        <translation>der Loader hat keinen solchen Layer ({reason}): {call} schlägt fehl</translation>
    </message>
    <message>
        <source>the loader has no such layer: {call} fails</source>
        <translation>der Loader hat keinen solchen Layer: {call} schlägt fehl</translation>
    </message>
    <message>
        <source>used: {entry}</source>
        <translation>übernommen: {entry}</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>loader {version} ignores it: {since}</source>
        <translation>der Loader {version} beachtet es nicht: {since}</translation>
    </message>
    <message>
        <source>no driver creates an instance</source>
        <translation>kein Treiber erzeugt eine Instanz</translation>
    </message>
    <message>
        <source>the driver returns an error</source>
        <translation>der Treiber gibt einen Fehler zurück</translation>
    </message>
    <message>
        <source>no driver offers {extensions}</source>
        <translation>kein Treiber bietet {extensions} an</translation>
    </message>
    <message>
        <source>a layer returns an error</source>
        <translation>ein Layer gibt einen Fehler zurück</translation>
    </message>
    <message>
        <source>{result}, from {layer}</source>
        <translation>{result}, von {layer}</translation>
    </message>
    <message>
        <source>{result} unless {conditions}</source>
        <translation>{result}, außer: {conditions}</translation>
    </message>
    <message>
        <source>no driver is left</source>
        <translation>kein Treiber bleibt übrig</translation>
    </message>
    <message>
        <source>it requests a layer that is not found</source>
        <translation>es fordert einen Layer an, den es nicht finden würde</translation>
    </message>
    <message>
        <source>a manifest makes every call of this loader fail</source>
        <translation>ein Manifest lässt jeden Aufruf dieses Loaders fehlschlagen</translation>
    </message>
    <message>
        <source>{manifest} crashes this loader</source>
        <translation>{manifest} bringt diesen Loader zum Absturz</translation>
    </message>
    <message>
        <source>{manifest} makes this loader wait forever</source>
        <translation>{manifest} lässt diesen Loader endlos warten</translation>
    </message>
    <message>
        <source>{manifest} cannot be read, and this loader then gives up</source>
        <translation>{manifest} kann nicht gelesen werden, und dieser Loader gibt dann auf</translation>
    </message>
    <message>
        <source>nothing loads: {cause}</source>
        <translation>nichts wird geladen: {cause}</translation>
    </message>
    <message>
        <source>remove the element</source>
        <translation>das Element entfernen</translation>
    </message>
    <message>
        <source>make it apply to every program</source>
        <translation>für jedes Programm gelten lassen</translation>
    </message>
    <message>
        <source>use the installed drivers, too</source>
        <translation>die installierten Treiber zählen lassen</translation>
    </message>
    <message>
        <source>remove the off entry</source>
        <translation>den off-Eintrag entfernen</translation>
    </message>
    <message>
        <source>Found in folder {number} of {count}</source>
        <translation>Gefunden in Ordner {number} von {count}</translation>
    </message>
    <message>
        <source>Not found by searching folders</source>
        <translation>Nicht durch Suche in Ordnern gefunden</translation>
    </message>
    <message>
        <source>Named in the registry</source>
        <translation>In der Registry genannt</translation>
    </message>
    <message>
        <source>Named directly</source>
        <translation>Direkt genannt</translation>
    </message>
    <message>
        <source>{name} is not set</source>
        <translation>{name} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>{name} is empty, not {wanted}</source>
        <translation>{name} ist leer, nicht {wanted}</translation>
    </message>
    <message>
        <source>{name} is {value}, not {wanted}</source>
        <translation>{name} ist {value}, nicht {wanted}</translation>
    </message>
    <message>
        <source>The manifest is complete</source>
        <translation>Das Manifest ist vollständig</translation>
    </message>
    <message>
        <source>The manifest is complete and for {bits}-bit programs</source>
        <translation>Das Manifest ist vollständig und für {bits}-Bit-Programme</translation>
    </message>
    <message>
        <source>It needs no environment variable</source>
        <translation>Braucht keine Umgebungsvariable</translation>
    </message>
    <message>
        <source>Always on: needs no environment variable</source>
        <translation>Immer ein: braucht keine Umgebungsvariable</translation>
    </message>
    <message>
        <source>{name}={value} is set</source>
        <translation>{name}={value} ist gesetzt</translation>
    </message>
    <message>
        <source>A filter matches, but something stronger decides</source>
        <translation>Ein Filter passt, aber etwas Stärkeres entscheidet</translation>
    </message>
    <message>
        <source>No filter turns it off</source>
        <translation>Kein Filter schaltet ihn aus</translation>
    </message>
    <message>
        <source>{name} is set</source>
        <translation>{name} ist gesetzt</translation>
    </message>
    <message>
        <source>An override applies, but something else decides</source>
        <translation>Ein Override gilt, aber etwas anderes entscheidet</translation>
    </message>
    <message>
        <source>No override applies</source>
        <translation>Kein Override gilt</translation>
    </message>
    <message>
        <source>It does not matter here whether it is requested</source>
        <translation>Ob er angefordert wird, spielt hier keine Rolle</translation>
    </message>
    <message>
        <source>Whether its library opens is unknown until probed</source>
        <translation>Ob sich die Bibliothek öffnen lässt, ist bis zum Test unbekannt</translation>
    </message>
    <message>
        <source>It has no library: its components load in its place</source>
        <translation>Er hat keine Bibliothek: Seine Komponenten stehen für ihn</translation>
    </message>
    <message>
        <source>Library found</source>
        <translation>Bibliothek gefunden</translation>
    </message>
    <message>
        <source>Place {position} of {count} in the chain</source>
        <translation>Platz {position} von {count} in der Kette</translation>
    </message>
    <message>
        <source>Place {position} of {count} in the chain of each device</source>
        <translation>Platz {position} von {count} in der Kette jedes Geräts</translation>
    </message>
    <message>
        <source>vkCreateInstance fails with {result}: no layer loads</source>
        <translation>vkCreateInstance schlägt mit {result} fehl: Kein Layer wird geladen</translation>
    </message>
    <message>
        <source>Not in the chain itself</source>
        <translation>Selbst nicht in der Kette</translation>
    </message>
    <message>
        <source>it would replace the whole search</source>
        <translation>sie würde die ganze Suche ersetzen</translation>
    </message>
    <message>
        <source>it would be searched first</source>
        <translation>dort würde zuerst gesucht</translation>
    </message>
    <message>
        <source>it would replace the whole search, if VK_DRIVER_FILES is not set</source>
        <translation>sie würde die ganze Suche ersetzen, wenn VK_DRIVER_FILES nicht gesetzt ist</translation>
    </message>
    <message>
        <source>its patterns would turn layers on</source>
        <translation>ihre Muster würden Layer einschalten</translation>
    </message>
    <message>
        <source>its patterns would turn layers off and hide them</source>
        <translation>ihre Muster würden Layer ausschalten und verbergen</translation>
    </message>
    <message>
        <source>its patterns would exempt layers from {disable}</source>
        <translation>ihre Muster würden Layer von {disable} ausnehmen</translation>
    </message>
    <message>
        <source>only drivers that its patterns match would be kept</source>
        <translation>nur Treiber, auf die ihre Muster passen, würden bleiben</translation>
    </message>
    <message>
        <source>drivers that its patterns match would be left out</source>
        <translation>Treiber, auf die ihre Muster passen, würden weggelassen</translation>
    </message>
    <message>
        <source>the layers that it names would load</source>
        <translation>die Layer, die sie nennt, würden geladen</translation>
    </message>
    <message>
        <source>extensions that the loader does not know would be let through</source>
        <translation>Erweiterungen, die der Loader nicht kennt, würden durchgelassen</translation>
    </message>
    <message>
        <source>folders below it would be searched where an XDG variable is not set</source>
        <translation>Ordner darunter würden durchsucht, wo eine XDG-Variable nicht gesetzt ist</translation>
    </message>
    <message>
        <source>folders below it would be searched, not those of HOME/.config</source>
        <translation>Ordner darunter würden durchsucht, nicht die von HOME/.config</translation>
    </message>
    <message>
        <source>folders below it would be searched, not those of /etc/xdg</source>
        <translation>Ordner darunter würden durchsucht, nicht die von /etc/xdg</translation>
    </message>
    <message>
        <source>folders below it would be searched, not those of HOME/.local/share</source>
        <translation>Ordner darunter würden durchsucht, nicht die von HOME/.local/share</translation>
    </message>
    <message>
        <source>folders below it would be searched, not /usr/local/share and /usr/share</source>
        <translation>Ordner darunter würden durchsucht, nicht /usr/local/share und /usr/share</translation>
    </message>
    <message>
        <source>libraries named without a folder would be looked for there first</source>
        <translation>Bibliotheken ohne Ordner im Namen würden dort zuerst gesucht</translation>
    </message>
    <message>
        <source>It is not read: the program runs with more rights than its user</source>
        <translation>Sie wird nicht gelesen: Das Programm läuft mit mehr Rechten als sein Benutzer</translation>
    </message>
    <message>
        <source>The loader {version} reads it</source>
        <translation>Der Loader {version} liest sie</translation>
    </message>
    <message>
        <source>The program requests it</source>
        <translation>Das Programm fordert sie an</translation>
    </message>
    <message>
        <source>The program does not request it</source>
        <translation>Das Programm fordert sie nicht an</translation>
    </message>
    <message>
        <source>The loader {version} knows it</source>
        <translation>Der Loader {version} kennt sie</translation>
    </message>
    <message>
        <source>The loader {version} does not know it</source>
        <translation>Der Loader {version} kennt sie nicht</translation>
    </message>
    <message>
        <source>{layer} offers it</source>
        <translation>{layer} bietet sie an</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>Version {version}</translation>
    </message>
    <message>
        <source>Whether a driver supports it is unknown until probed</source>
        <translation>Ob ein Treiber sie anbietet, ist unbekannt, bis einer gefragt wird</translation>
    </message>
    <message>
        <source>{name} is set, but empty</source>
        <translation>{name} ist gesetzt, aber leer</translation>
    </message>
    <message>
        <source>{name} would be off</source>
        <translation>{name} wäre aus</translation>
    </message>
    <message>
        <source>{name} needs it to turn on</source>
        <translation>{name} braucht sie, um ein zu sein</translation>
    </message>
    <message>
        <source>it is a symbolic link</source>
        <translation>es ist ein symbolischer Link</translation>
    </message>
    <message>
        <source>it is a named pipe</source>
        <translation>es ist eine benannte Pipe</translation>
    </message>
    <message>
        <source>it is a socket</source>
        <translation>es ist ein Socket</translation>
    </message>
    <message>
        <source>it is a device</source>
        <translation>es ist ein Gerät</translation>
    </message>
    <message>
        <source>&quot;format&quot;: it was written by a newer version of this program</source>
        <translation>&quot;format&quot;: von einer neueren Version dieses Programms geschrieben</translation>
    </message>
    <message>
        <source>more than {count} objects and lists stand within each other</source>
        <translation>mehr als {count} Objekte und Listen stehen ineinander</translation>
    </message>
    <message>
        <source>line {line}: {fault}</source>
        <translation>Zeile {line}: {fault}</translation>
    </message>
    <message>
        <source>it is not JSON text</source>
        <translation>kein JSON-Text</translation>
    </message>
    <message>
        <source>a number in it is too long</source>
        <translation>eine Zahl darin ist zu lang</translation>
    </message>
    <message>
        <source>line 1: an object is expected</source>
        <translation>Zeile 1: ein Objekt wird erwartet</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not a number</source>
        <translation>&quot;format&quot; ist keine Zahl</translation>
    </message>
    <message>
        <source>it is larger than {count} MB</source>
        <translation>größer als {count} MB</translation>
    </message>
    <message>
        <source>{kind}, and only plain files are used here</source>
        <translation>{kind}, und nur einfache Dateien werden hier verwendet</translation>
    </message>
    <message>
        <source>it belongs to {user}, not to {owner}</source>
        <translation>gehört {user}, nicht {owner}</translation>
    </message>
    <message>
        <source>user {number}</source>
        <translation>Benutzer {number}</translation>
    </message>
    <message>
        <source>nothing is written by a dry run</source>
        <translation>ein Probelauf schreibt nichts</translation>
    </message>
    <message>
        <source>the folder belongs to {user}, not to {owner}</source>
        <translation>der Ordner gehört {user}, nicht {owner}</translation>
    </message>
    <message>
        <source>it is not a folder</source>
        <translation>das ist kein Ordner</translation>
    </message>
    <message>
        <source>it is a link that leads nowhere</source>
        <translation>das ist ein Link ins Leere</translation>
    </message>
    <message>
        <source>{path} is in none of the folders of PATH</source>
        <translation>{path} ist in keinem der Ordner von PATH</translation>
    </message>
    <message>
        <source>{path} is in a folder that you may not enter</source>
        <translation>{path} ist in einem Ordner, auf den Sie keinen Zugriff haben</translation>
    </message>
    <message>
        <source>{path} does not exist</source>
        <translation>{path} existiert nicht</translation>
    </message>
    <message>
        <source>{path} is a folder</source>
        <translation>{path} ist ein Ordner</translation>
    </message>
    <message>
        <source>{path} is not executable</source>
        <translation>{path} ist nicht ausführbar</translation>
    </message>
    <message>
        <source>{path} is not executable for you</source>
        <translation>{path} ist für Sie nicht ausführbar</translation>
    </message>
    <message>
        <source>{name} has more rights ({rights}), without effect: its file system is mounted nosuid</source>
        <translation>{name} hat mehr Rechte ({rights}), ohne Wirkung: Das Dateisystem ist mit nosuid eingehängt</translation>
    </message>
    <message>
        <source>{name} runs with more rights ({rights})</source>
        <translation>{name} läuft mit mehr Rechten ({rights})</translation>
    </message>
    <message>
        <source>{name} has more rights ({rights}), without effect: no_new_privs is set in this session</source>
        <translation>{name} hat mehr Rechte ({rights}), ohne Wirkung: In dieser Sitzung ist no_new_privs gesetzt</translation>
    </message>
    <message>
        <source>{name} has more rights ({rights}), without effect for root</source>
        <translation>{name} hat mehr Rechte ({rights}), ohne Wirkung für root</translation>
    </message>
    <message>
        <source>{name} has more rights ({rights}), without effect for you</source>
        <translation>{name} hat mehr Rechte ({rights}), ohne Wirkung für Sie</translation>
    </message>
    <message numerus="yes">
        <source>{n} file capabilities</source>
        <comment>{n} file capability</comment>
        <translation>
            <numerusform>{n} Datei-Capability</numerusform>
            <numerusform>{n} Datei-Capabilities</numerusform>
        </translation>
    </message>
    <message>
        <source>file capabilities</source>
        <translation>Datei-Capabilities</translation>
    </message>
    <message>
        <source>{file} is a pipe</source>
        <translation>{file} ist eine Pipe</translation>
    </message>
    <message>
        <source>The loader waits for data from it: every Vulkan program hangs at its first call.</source>
        <translation>Der Loader wartet, bis jemand hineinschreibt: Jedes Vulkan-Programm hängt beim ersten Aufruf.</translation>
    </message>
    <message>
        <source>{file} is a device that never ends</source>
        <translation>{file} ist ein Gerät ohne Ende</translation>
    </message>
    <message>
        <source>The loader reads it forever: every Vulkan program hangs at its first call.</source>
        <translation>Der Loader liest sie endlos: Jedes Vulkan-Programm hängt beim ersten Aufruf.</translation>
    </message>
    <message>
        <source>{file} is a link that points back to itself</source>
        <translation>{file} ist ein Link, der zu sich selbst zurückführt</translation>
    </message>
    <message>
        <source>{file} is a broken link: {target}</source>
        <translation>{file} ist ein Link ins Leere: {target}</translation>
    </message>
    <message>
        <source>The loader cannot open it ({reason}) and continues without it.</source>
        <translation>Der Loader kann sie nicht öffnen ({reason}) und macht ohne sie weiter.</translation>
    </message>
    <message>
        <source>{file} does not end in .json</source>
        <translation>{file} endet nicht auf .json</translation>
    </message>
    <message>
        <source>The loader ignores the file: its name must end in .json, in lower case.</source>
        <translation>Der Loader liest die Datei nie: Die Endung zählt nur in Kleinbuchstaben.</translation>
    </message>
    <message>
        <source>{name}: no loader searches this folder; {meant} was probably meant</source>
        <translation>{name}: Kein Loader durchsucht diesen Ordner; wahrscheinlich war {meant} gemeint</translation>
    </message>
    <message numerus="yes">
        <source>Its {n} manifests are not found.</source>
        <comment>Its manifest is not found.</comment>
        <translation>
            <numerusform>Nichts darin wird gefunden (1 Manifest).</numerusform>
            <numerusform>Nichts darin wird gefunden ({n} Manifeste).</numerusform>
        </translation>
    </message>
    <message>
        <source>{name}: “library_path” is empty</source>
        <translation>{name}: „library_path“ ist leer</translation>
    </message>
    <message>
        <source>The loader takes the program itself for the library and finds no layer in it.</source>
        <translation>Der Loader hält das Programm selbst für die Bibliothek und findet keinen Layer darin.</translation>
    </message>
    <message>
        <source>{name}: {path} cannot be opened: {reason}</source>
        <translation>{name}: {path} kann nicht geöffnet werden: {reason}</translation>
    </message>
    <message>
        <source>The dynamic linker fails in the same way, so the library is not loaded.</source>
        <translation>Der dynamische Linker scheitert ebenso, daher wird die Bibliothek nicht geladen.</translation>
    </message>
    <message>
        <source>{name} is installed twice: this copy is not used</source>
        <translation>{name} ist doppelt vorhanden: Diese Kopie wird nicht verwendet</translation>
    </message>
    <message>
        <source>programs of the other word size use it</source>
        <translation>die andere Wortbreite verwendet sie</translation>
    </message>
    <message>
        <source>Programs of both word sizes use {here}: it is found first.</source>
        <translation>Programme beider Wortbreiten verwenden {here}: Sie wird zuerst gefunden.</translation>
    </message>
    <message>
        <source>{bits}-bit programs use {here}, which is found first; {others}-bit ones have none.</source>
        <translation>{bits}-Bit-Programme verwenden {here}, die zuerst gefunden wird; {others}-Bit-Programme haben keine.</translation>
    </message>
    <message>
        <source>{bits}-bit programs use {here}, which is found first; {others}-bit programs use {there}.</source>
        <translation>{bits}-Bit-Programme verwenden {here}, die zuerst gefunden wird; {others}-Bit-Programme verwenden {there}.</translation>
    </message>
    <message>
        <source>The loader uses the first one; most other programs use the last.</source>
        <translation>Der Loader nimmt den ersten, die meisten anderen Programme den letzten.</translation>
    </message>
    <message>
        <source>{file}: “{key}” appears twice</source>
        <translation>{file}: „{key}“ steht zweimal darin</translation>
    </message>
    <message numerus="yes">
        <source>{file}: {n:,} more keys appear twice</source>
        <comment>{file}: one more key appears twice</comment>
        <translation>
            <numerusform>{file}: Ein weiterer Schlüssel steht zweimal darin</numerusform>
            <numerusform>{file}: {n:,} weitere Schlüssel stehen zweimal darin</numerusform>
        </translation>
    </message>
    <message>
        <source>{file}: nested deeper than {count} levels</source>
        <translation>{file}: tiefer als {count} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>The loader reads no keys at that depth; they are not checked for repetition, and have no line numbers.</source>
        <translation>Der Loader liest keinen Schlüssel, der so tief steht; wiederholte Schlüssel und Zeilen werden dort nicht gesucht.</translation>
    </message>
    <message>
        <source>The loader continues without “{key}”.</source>
        <translation>Der Loader macht ohne „{key}“ weiter.</translation>
    </message>
    <message>
        <source>The loader silently skips this driver.</source>
        <translation>Der Loader überspringt diesen Treiber ohne Meldung.</translation>
    </message>
    <message>
        <source>The loader silently skips this layer.</source>
        <translation>Der Loader überspringt diesen Layer ohne Meldung.</translation>
    </message>
    <message>
        <source>{file}: “{key}” instead of “{meant}”</source>
        <translation>{file}: „{key}“ statt „{meant}“</translation>
    </message>
    <message>
        <source>“{key}” on line {line} is a different key to it: before 1.4.304, case matters.</source>
        <translation>„{key}“ in Zeile {line} ist für ihn ein anderer Schlüssel: Vor 1.4.304 zählen Groß- und Kleinbuchstaben.</translation>
    </message>
    <message>
        <source>“{key}” is a different key to it: before 1.4.304, case matters.</source>
        <translation>„{key}“ ist für ihn ein anderer Schlüssel: Vor 1.4.304 zählen Groß- und Kleinbuchstaben.</translation>
    </message>
    <message>
        <source>“{key}” on line {line} is not a key it knows.</source>
        <translation>„{key}“ in Zeile {line} ist kein Schlüssel, den er kennt.</translation>
    </message>
    <message>
        <source>“{key}” is not a key it knows.</source>
        <translation>„{key}“ ist kein Schlüssel, den er kennt.</translation>
    </message>
    <message>
        <source>{name}: the name does not begin with VK_LAYER_</source>
        <translation>{name}: Der Name beginnt nicht mit VK_LAYER_</translation>
    </message>
    <message>
        <source>The loader warns, but uses the layer (policy LLP_LAYER_3).</source>
        <translation>Der Loader warnt und nimmt den Layer trotzdem (Richtlinie LLP_LAYER_3).</translation>
    </message>
    <message>
        <source>cut “{key}” to 200 bytes</source>
        <translation>„{key}“ auf 200 Byte kürzen</translation>
    </message>
    <message>
        <source>{file}: “{key}” is {count} bytes long</source>
        <translation>{file}: „{key}“ ist {count} Byte lang</translation>
    </message>
    <message>
        <source>At most 254 are allowed. The loader skips the layer.</source>
        <translation>254 passen hinein. Der Loader überspringt den Layer.</translation>
    </message>
    <message>
        <source>At most 254 are allowed. The loader cuts off the rest; loaders since 1.4.304 skip the layer.</source>
        <translation>254 passen hinein. Der Loader schneidet den Rest ab; Loader ab 1.4.304 überspringen den Layer.</translation>
    </message>
    <message>
        <source>add “disable_environment” with {variable}</source>
        <translation>„disable_environment“ mit {variable} hinzufügen</translation>
    </message>
    <message>
        <source>{name}: “disable_environment” is missing</source>
        <translation>{name}: „disable_environment“ fehlt</translation>
    </message>
    <message>
        <source>The loader skips it: an implicit layer must name a variable that turns it off.</source>
        <translation>Der Loader überspringt ihn: Ein impliziter Layer muss eine Variable nennen, die ihn ausschaltet.</translation>
    </message>
    <message>
        <source>The loader ignores it: only overrides use it.</source>
        <translation>Der Loader übergeht ihn: Nur ein Override hat ihn.</translation>
    </message>
    <message>
        <source>No loader reads it: the file stays in effect until it is removed.</source>
        <translation>Kein Loader liest ihn: Die Datei wirkt, bis sie entfernt wird.</translation>
    </message>
    <message>
        <source>The loader ignores it: only implicit layers use it.</source>
        <translation>Der Loader übergeht ihn: Nur implizite Layer haben ihn.</translation>
    </message>
    <message>
        <source>{file}: “{key}” has no effect</source>
        <translation>{file}: „{key}“ ist wirkungslos</translation>
    </message>
    <message>
        <source>set it to {version}</source>
        <translation>{version} schreiben</translation>
    </message>
    <message>
        <source>{file}: “{key}” needs format {version}, but the file states {stated}</source>
        <translation>{file}: „{key}“ gibt es seit Format {version}, die Datei nennt {stated}</translation>
    </message>
    <message>
        <source>The loader ignores that key.</source>
        <translation>Der Loader übergeht diesen Schlüssel.</translation>
    </message>
    <message>
        <source>The loader warns, but uses it.</source>
        <translation>Der Loader warnt und nimmt ihn.</translation>
    </message>
    <message>
        <source>{layer}: its library exports no {function}</source>
        <translation>{layer}: Seine Bibliothek exportiert kein {function}</translation>
    </message>
    <message>
        <source>The loader opens the library, finds no entry point and continues without this driver.</source>
        <translation>Der Loader öffnet die Bibliothek, findet keinen Einstiegspunkt und macht ohne diesen Treiber weiter.</translation>
    </message>
    <message>
        <source>{layer}: its library exports neither {function} nor {other}</source>
        <translation>{layer}: Seine Bibliothek exportiert weder {function} noch {other}</translation>
    </message>
    <message>
        <source>The loader opens the library, finds no entry point and skips the layer.</source>
        <translation>Der Loader öffnet die Bibliothek, findet keinen Einstiegspunkt und lässt den Layer weg.</translation>
    </message>
    <message>
        <source>The loader does not find the function and continues without it.</source>
        <translation>Der Loader findet sie nicht und macht ohne die Funktion weiter.</translation>
    </message>
    <message>
        <source>use the usual name</source>
        <translation>den üblichen Namen verwenden</translation>
    </message>
    <message>
        <source>remove the function</source>
        <translation>die Funktion entfernen</translation>
    </message>
    <message>
        <source>{name}: its library exports {command} under its Vulkan name</source>
        <translation>{name}: Seine Bibliothek exportiert {command} unter dem Vulkan-Namen</translation>
    </message>
    <message>
        <source>A program that opens this library before the loader may call it instead of the loader&apos;s.</source>
        <translation>Ein Programm, das diese Bibliothek vor dem Loader öffnet, ruft sie vielleicht an dessen Stelle auf.</translation>
    </message>
    <message>
        <source>The parts are separated by colons.</source>
        <translation>Die Teile werden durch Doppelpunkte getrennt.</translation>
    </message>
    <message>
        <source>The parts are separated by commas.</source>
        <translation>Die Teile werden durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Spaces count: the loader does not strip them.</source>
        <translation>Leerzeichen zählen: Der Loader schneidet sie nicht ab.</translation>
    </message>
    <message>
        <source>{meant} was probably meant.</source>
        <translation>Wahrscheinlich war {meant} gemeint.</translation>
    </message>
    <message>
        <source>Line {line}: {fault}.</source>
        <translation>Zeile {line}: {fault}.</translation>
    </message>
    <message>
        <source>The loader {failing} crashes on it in every program; the loader {going_on} continues.</source>
        <translation>Der Loader {failing} stürzt daran in jedem Programm ab; der Loader {going_on} macht weiter.</translation>
    </message>
    <message>
        <source>The loader {failing} gives up in every program; the loader {going_on} continues.</source>
        <translation>Der Loader {failing} gibt in jedem Programm auf; der Loader {going_on} macht weiter.</translation>
    </message>
    <message>
        <source>{file} ends every program that uses the loader {version}</source>
        <translation>{file} beendet jedes Programm, das den Loader {version} verwendet</translation>
    </message>
    <message>
        <source>Loaders before {first} give up on it in every program.</source>
        <translation>Loader vor {first} geben dabei in jedem Programm auf.</translation>
    </message>
    <message>
        <source>Loaders from {first} on ignore it.</source>
        <translation>Loader ab {first} übergehen sie nur.</translation>
    </message>
    <message>
        <source>Its override_paths still apply: no other explicit layer is found.</source>
        <translation>Seine override_paths wirken trotzdem: Kein anderer expliziter Layer wird gefunden.</translation>
    </message>
    <message>
        <source>the file has other layers that are in use</source>
        <translation>andere Layer der Datei werden verwendet</translation>
    </message>
    <message>
        <source>only the author of the file knows what belongs there</source>
        <translation>nur der Urheber der Datei weiß, was dorthin gehört</translation>
    </message>
    <message>
        <source>write it as a string, “{text}”</source>
        <translation>als Zeichenkette schreiben: „{text}“</translation>
    </message>
    <message>
        <source>Every Vulkan program waits while loader {version} checks each component again, and longer if it requests one of them. Loaders since 1.4.304 refuse meta-layers that include another one twice.</source>
        <translation>Jedes Vulkan-Programm wartet, während der Loader {version} jede Komponente erneut prüft, und länger, wenn es eine davon anfordert. Loader ab 1.4.304 lehnen Meta-Layer ab, die einen anderen zweimal erreichen.</translation>
    </message>
    <message>
        <source>{file}: its meta-layers include one another millions of times</source>
        <translation>{file}: Ihre Meta-Layer führen millionenfach zueinander</translation>
    </message>
    <message>
        <source>{file}: its meta-layers include one another {count:,} times</source>
        <translation>{file}: Ihre Meta-Layer führen {count:,}-mal zueinander</translation>
    </message>
    <message>
        <source>remove this override</source>
        <translation>dieses Override entfernen</translation>
    </message>
    <message>
        <source>An override was left behind: {program} no longer exists</source>
        <translation>Ein Override blieb zurück: {program} gibt es nicht mehr</translation>
    </message>
    <message>
        <source>It is for {programs} only, so it affects no program; its paths may still leak into others.</source>
        <translation>Es gilt nur für {programs} und damit für kein Programm; seine Pfade können trotzdem andere betreffen.</translation>
    </message>
    <message>
        <source>The loader compares the real path of the running program, byte for byte.</source>
        <translation>Der Loader vergleicht den wirklichen Pfad des laufenden Programms, Byte für Byte.</translation>
    </message>
    <message>
        <source>The override for {program} never applies: the path of the program is a link</source>
        <translation>Das Override für {program} wirkt nie: Der Pfad des Programms ist ein Link</translation>
    </message>
    <message>
        <source>The override for {program} never applies: it is a script, so its interpreter is the running program</source>
        <translation>Das Override für {program} wirkt nie: Es ist ein Skript, und sein Interpreter läuft</translation>
    </message>
    <message>
        <source>set it to {target}</source>
        <translation>{target} schreiben</translation>
    </message>
    <message>
        <source>Explicit layers are searched only in its other paths.</source>
        <translation>Explizite Layer werden nur in seinen anderen Pfaden gesucht.</translation>
    </message>
    <message>
        <source>The programs that it affects find no explicit layers.</source>
        <translation>Die Programme, für die es gilt, finden keinen expliziten Layer.</translation>
    </message>
    <message>
        <source>The override is not valid, but its paths still apply.</source>
        <translation>Das Override ist ungültig, und seine Pfade wirken trotzdem.</translation>
    </message>
    <message>
        <source>An override searches {path}, which does not exist</source>
        <translation>Ein Override durchsucht {path}, das nicht vorhanden ist</translation>
    </message>
    <message>
        <source>An override both turns on and blocks {name}</source>
        <translation>Ein Override schaltet {name} ein und blockiert ihn</translation>
    </message>
    <message>
        <source>The layer is blocked; the rest of the override applies.</source>
        <translation>Der Layer ist blockiert; der Rest des Overrides wirkt.</translation>
    </message>
    <message>
        <source>do not block {name}</source>
        <translation>{name} nicht blockieren</translation>
    </message>
    <message numerus="yes">
        <source>It blocks {n} layers and turns on none: only implicit layers take effect by themselves.</source>
        <comment>It blocks one layer and turns on none: only implicit layers take effect by themselves.</comment>
        <translation>
            <numerusform>Es blockiert einen Layer und schaltet keinen ein: Nur implizite Layer wirken von selbst.</numerusform>
            <numerusform>Es blockiert {n} Layer und schaltet keinen ein: Nur implizite Layer wirken von selbst.</numerusform>
        </translation>
    </message>
    <message>
        <source>It turns on no layer: only implicit layers take effect by themselves.</source>
        <translation>Es schaltet keinen Layer ein: Nur implizite Layer wirken von selbst.</translation>
    </message>
    <message>
        <source>{file}: an override in a folder for explicit layers</source>
        <translation>{file}: ein Override in einem Ordner für explizite Layer</translation>
    </message>
    <message>
        <source>Several overrides apply to every program</source>
        <translation>Mehrere Overrides sind für jedes Programm</translation>
    </message>
    <message>
        <source>The first one found wins, {file}; this one has no effect.</source>
        <translation>Das zuerst gefundene gewinnt, {file}; dieses ist wirkungslos.</translation>
    </message>
    <message>
        <source>{variable} turns off an override that still has an effect</source>
        <translation>{variable} schaltet ein Override aus, das trotzdem wirkt</translation>
    </message>
    <message numerus="yes">
        <source>Another override is valid, so its {n} blocked layers and its components still apply: the loader looks up the first of that name.</source>
        <comment>Another override is valid, so its blocked layer and its components still apply: the loader looks up the first of that name.</comment>
        <translation>
            <numerusform>Ein anderes Override ist gültig, daher zählen sein blockierter Layer und seine Komponenten: Das erste dieses Namens wird nachgeschlagen.</numerusform>
            <numerusform>Ein anderes Override ist gültig, daher zählen seine {n} blockierten Layer und seine Komponenten: Das erste dieses Namens wird nachgeschlagen.</numerusform>
        </translation>
    </message>
    <message>
        <source>It comes after theirs and does not list them, so it turns its layers on there too and may decide where they search explicit layers.</source>
        <translation>Es kommt nach deren Override und listet sie nicht auf, daher schaltet es seine Layer auch dort ein und kann bestimmen, wo sie explizite Layer suchen.</translation>
    </message>
    <message>
        <source>It comes after theirs and does not list them, so it turns its layers on there too.</source>
        <translation>Es kommt nach deren Override und listet sie nicht auf, daher schaltet es seine Layer auch dort ein.</translation>
    </message>
    <message>
        <source>It comes after theirs and does not list them, so it may decide where they search explicit layers.</source>
        <translation>Es kommt nach deren Override und listet sie nicht auf, daher kann es bestimmen, wo sie explizite Layer suchen.</translation>
    </message>
    <message>
        <source>It comes after theirs and does not list them, so it stays in the list of layers of these programs.</source>
        <translation>Es kommt nach deren Override und listet sie nicht auf, daher bleibt es in der Layer-Liste dieser Programme.</translation>
    </message>
    <message>
        <source>The override for {program} leaks into {others}</source>
        <translation>Das Override für {program} wirkt auch in {others}</translation>
    </message>
    <message>
        <source>add {programs} to its programs</source>
        <translation>{programs} zu seinen Programmen hinzufügen</translation>
    </message>
    <message>
        <source>{path} has characters that the loader may not be able to read</source>
        <translation>{path} enthält Zeichen, die der Loader vielleicht nicht lesen kann</translation>
    </message>
    <message>
        <source>It reads the registry in the code page of the system and opens files in UTF-8, so it finds the file only where both agree.</source>
        <translation>Er liest die Registry in der Codepage des Systems und öffnet Dateien in UTF-8, findet die Datei also nur, wo beide übereinstimmen.</translation>
    </message>
    <message>
        <source>{file} names its library with / instead of \</source>
        <translation>{file} nennt die Bibliothek mit / statt \</translation>
    </message>
    <message>
        <source>On Windows this is not taken as a path: the library is searched by name alone, not beside the manifest.</source>
        <translation>Unter Windows ergibt das keinen Pfad: Die Bibliothek wird als bloßer Name gesucht, nicht neben dem Manifest.</translation>
    </message>
    <message>
        <source>this problem is gone</source>
        <translation>dieses Problem ist behoben</translation>
    </message>
    <message>
        <source>The layers and drivers are those of {runtime}. Programs outside find the system&apos;s, and what is applied here does not reach them. Theirs are shown by “Open machine…” with {folder}, and by report --machine {folder}; those in your home folder are not visible from here.</source>
        <translation>Layer und Treiber sind die von {runtime}. Programme außerhalb finden die des Systems, und was hier angewendet wird, erreicht sie nicht. Deren Layer zeigen „Rechner öffnen …“ mit {folder} und report --machine {folder}; die in Ihrem Home-Ordner sind von hier aus nicht sichtbar.</translation>
    </message>
    <message>
        <source>The layers and drivers are those of {runtime}. Programs outside find the system&apos;s, and what is applied here does not reach them. To see and change theirs, install vkconfig-py outside the sandbox.</source>
        <translation>Layer und Treiber sind die von {runtime}. Programme außerhalb finden die des Systems, und was hier angewendet wird, erreicht sie nicht. Um deren Layer zu sehen und zu ändern, installieren Sie vkconfig-py außerhalb der Sandbox.</translation>
    </message>
    <message>
        <source>vkconfig-py runs in the Flatpak sandbox of {application}</source>
        <translation>vkconfig-py läuft in der Flatpak-Sandbox von {application}</translation>
    </message>
    <message>
        <source>The loader {version} does not read {file}</source>
        <translation>Der Loader {version} liest {file} nicht</translation>
    </message>
    <message>
        <source>It has no effect. Loaders from {version} on read it; for older ones, use an override.</source>
        <translation>Der Inhalt ist wirkungslos. Loader ab {version} lesen sie; davor muss ein Override genügen.</translation>
    </message>
    <message>
        <source>A second loader settings file is never read</source>
        <translation>Eine zweite Loader-Einstellungsdatei wird nie gelesen</translation>
    </message>
    <message>
        <source>The loader uses the first one it finds, {file}.</source>
        <translation>Der Loader nimmt die erste, die er findet, {file}.</translation>
    </message>
    <message>
        <source>The loader does not know “{key}” and continues as if “{meant}” were missing.</source>
        <translation>Der Loader kennt „{key}“ nicht und macht weiter, als wäre „{meant}“ nicht da.</translation>
    </message>
    <message>
        <source>The loader settings file lists layers, but none of them is used</source>
        <translation>Die Loader-Einstellungsdatei listet Layer auf, aber keiner zählt</translation>
    </message>
    <message>
        <source>Entry {number} lacks “control”, “name” or “path”, so the loader drops the whole list.</source>
        <translation>In Eintrag {number} fehlt „control“, „name“ oder „path“, daher verwirft der Loader die ganze Liste.</translation>
    </message>
    <message>
        <source>remove entry {number}</source>
        <translation>Eintrag {number} entfernen</translation>
    </message>
    <message>
        <source>The loader settings file sets {name} to “{control}”</source>
        <translation>Die Loader-Einstellungsdatei sagt „{control}“ für {name}</translation>
    </message>
    <message>
        <source>The loader does not know that value and uses “auto”.</source>
        <translation>Der Loader kennt dieses Wort nicht und liest es als „auto“.</translation>
    </message>
    <message>
        <source>set it to “{meant}”</source>
        <translation>„{meant}“ schreiben</translation>
    </message>
    <message>
        <source>The entry has no effect, and hides the layer where it is installed elsewhere.</source>
        <translation>Der Eintrag ist wirkungslos und verdeckt den Layer, wo er anderswo installiert ist.</translation>
    </message>
    <message>
        <source>The loader settings file lists {name}, but {path} does not exist</source>
        <translation>Die Loader-Einstellungsdatei listet {name} auf, aber {path} existiert nicht</translation>
    </message>
    <message>
        <source>The loader settings file lists {name}, but {path} does not end in .json</source>
        <translation>Die Loader-Einstellungsdatei listet {name} auf, aber {path} endet nicht auf .json</translation>
    </message>
    <message>
        <source>The loader settings file lists {name}, but {path} contains no layer of that name</source>
        <translation>Die Loader-Einstellungsdatei listet {name} auf, aber {path} enthält keinen Layer dieses Namens</translation>
    </message>
    <message>
        <source>The loader settings file adds the driver {file}, which does not exist</source>
        <translation>Die Loader-Einstellungsdatei fügt den Treiber {file} hinzu, der nicht vorhanden ist</translation>
    </message>
    <message>
        <source>The loader settings file adds the driver {file}, which does not end in .json</source>
        <translation>Die Loader-Einstellungsdatei fügt den Treiber {file} hinzu, der nicht auf .json endet</translation>
    </message>
    <message>
        <source>As the last entry it makes the loader find no driver at all.</source>
        <translation>Als letzter Eintrag bewirkt er, dass der Loader gar keinen Treiber findet.</translation>
    </message>
    <message>
        <source>The loader continues without it.</source>
        <translation>Der Loader macht ohne ihn weiter.</translation>
    </message>
    <message>
        <source>An empty value replaces the whole search: no driver is found.</source>
        <translation>Ein leerer Wert ersetzt die ganze Suche: Kein Treiber wird gefunden.</translation>
    </message>
    <message>
        <source>An empty value replaces the whole search: no explicit layer is found.</source>
        <translation>Ein leerer Wert ersetzt die ganze Suche: Kein expliziter Layer wird gefunden.</translation>
    </message>
    <message>
        <source>An empty value replaces the whole search: no implicit layer is found.</source>
        <translation>Ein leerer Wert ersetzt die ganze Suche: Kein impliziter Layer wird gefunden.</translation>
    </message>
    <message>
        <source>{variable} is set, but empty</source>
        <translation>{variable} ist gesetzt, aber leer</translation>
    </message>
    <message>
        <source>{variable} is the old name of VK_DRIVER_FILES</source>
        <translation>{variable} ist der alte Name von VK_DRIVER_FILES</translation>
    </message>
    <message>
        <source>It still works, until VK_DRIVER_FILES is set, too.</source>
        <translation>Sie wirkt noch, aber nicht mehr, sobald VK_DRIVER_FILES gesetzt ist.</translation>
    </message>
    <message>
        <source>{variable} names {path}, which does not exist</source>
        <translation>{variable} nennt {path}, das nicht vorhanden ist</translation>
    </message>
    <message>
        <source>{variable} names {path}, which begins with ~: only a shell expands that</source>
        <translation>{variable} nennt {path}, das mit ~ beginnt: Nur eine Shell ersetzt das</translation>
    </message>
    <message>
        <source>The loader silently ignores it.</source>
        <translation>Der Loader übergeht es ohne Meldung.</translation>
    </message>
    <message>
        <source>{name} is set; {meant} was probably meant</source>
        <translation>{name} ist gesetzt; wahrscheinlich war {meant} gemeint</translation>
    </message>
    <message>
        <source>No loader reads {name}: it has no effect.</source>
        <translation>Kein Loader liest {name}: Die Variable ist wirkungslos.</translation>
    </message>
    <message>
        <source>{variable}=0 keeps layers out of Steam&apos;s containers</source>
        <translation>{variable}=0 hält Layer von den Containern von Steam fern</translation>
    </message>
    <message>
        <source>Games that run in a Steam Linux Runtime find no layer of this system.</source>
        <translation>Spiele in einer Steam Linux Runtime finden keinen Layer dieses Systems.</translation>
    </message>
    <message>
        <source>{variable} names folders of a Steam runtime</source>
        <translation>{variable} nennt Ordner einer Steam-Laufzeitumgebung</translation>
    </message>
    <message>
        <source>Drivers and layers of this system then get its older libraries, and may fail to open.</source>
        <translation>Treiber und Layer dieses Systems werden gegen deren ältere Bibliotheken gelinkt und lassen sich vielleicht nicht öffnen.</translation>
    </message>
    <message>
        <source>{enable} and {disable} both match {layers}</source>
        <translation>{enable} und {disable} passen beide auf {layers}</translation>
    </message>
    <message>
        <source>{enable} wins: what both match is turned on, unless a loader settings file lists it.</source>
        <translation>{enable} gewinnt: Was beide treffen, ist eingeschaltet, außer eine Loader-Einstellungsdatei listet es auf.</translation>
    </message>
    <message>
        <source>{variable} requests {layer}, but {disable} hides it</source>
        <translation>{variable} fordert {layer} an, und {disable} verbirgt ihn</translation>
    </message>
    <message>
        <source>{disable} wins: the layer is not even listed.</source>
        <translation>{disable} gewinnt: Der Layer wird nicht einmal aufgelistet.</translation>
    </message>
    <message>
        <source>{variable} switches several layers together: {layers}</source>
        <translation>{variable} schaltet mehrere Layer zusammen: {layers}</translation>
    </message>
    <message>
        <source>Several layers name the same variable: none of them can be switched alone.</source>
        <translation>Mehrere Layer nennen dieselbe Variable: Keiner davon lässt sich einzeln schalten.</translation>
    </message>
    <message>
        <source>{layer} is switched by {variable}, which is a variable of the system</source>
        <translation>{layer} wird von {variable} geschaltet, einer Variablen des Systems</translation>
    </message>
    <message>
        <source>{variable} is set in every session and turns it off.</source>
        <translation>{variable} ist in jeder Sitzung gesetzt und schaltet ihn aus.</translation>
    </message>
    <message>
        <source>{variable} is set in every session and turns it on or off.</source>
        <translation>{variable} ist in jeder Sitzung gesetzt und schaltet ihn ein oder aus.</translation>
    </message>
    <message>
        <source>{enable} turns {layer} on, but {disable} turns it off</source>
        <translation>{enable} schaltet {layer} ein, und {disable} schaltet ihn aus</translation>
    </message>
    <message>
        <source>{disable} wins, whatever its value: the layer does not load.</source>
        <translation>{disable} gewinnt mit jedem Wert: Der Layer wird nicht geladen.</translation>
    </message>
    <message>
        <source>{variable} is set: it turns {layer} off</source>
        <translation>{variable} ist gesetzt: Sie schaltet {layer} aus</translation>
    </message>
    <message>
        <source>{variable} is set: it turns {layer} on</source>
        <translation>{variable} ist gesetzt: Sie schaltet {layer} ein</translation>
    </message>
    <message>
        <source>Its presence alone counts, even an empty value.</source>
        <translation>Es zählt nur, dass sie gesetzt ist, auch mit leerem Wert.</translation>
    </message>
    <message>
        <source>The layer loads in every program with this variable.</source>
        <translation>Der Layer wird in jedem Programm mit dieser Variablen geladen.</translation>
    </message>
    <message>
        <source>No driver is for {bits}-bit programs</source>
        <translation>Es gibt keinen Treiber für {bits}-Bit-Programme</translation>
    </message>
    <message>
        <source>A {bits}-bit loader is installed, and every program that uses it gets VK_ERROR_INCOMPATIBLE_DRIVER.</source>
        <translation>Ein {bits}-Bit-Loader ist installiert, und jedes Programm, das ihn verwendet, erhält VK_ERROR_INCOMPATIBLE_DRIVER.</translation>
    </message>
    <message>
        <source>mark it as for {bits}-bit programs</source>
        <translation>angeben, dass er für {bits}-Bit-Programme ist</translation>
    </message>
    <message>
        <source>{name} is installed for both word sizes, but no manifest says which is which</source>
        <translation>{name} ist für beide Wortbreiten da, und kein Manifest sagt, für welche</translation>
    </message>
    <message>
        <source>{other_bits}-bit programs find the copy for {bits}-bit programs first, cannot open its library and run without the layer.</source>
        <translation>{other_bits}-Bit-Programme finden zuerst die Kopie für {bits}-Bit-Programme, können deren Bibliothek nicht öffnen und müssen auf den Layer verzichten.</translation>
    </message>
    <message>
        <source>{name}: the manifest does not say that its library is for {bits}-bit programs</source>
        <translation>{name}: Das Manifest sagt nicht, dass seine Bibliothek für {bits}-Bit-Programme ist</translation>
    </message>
    <message>
        <source>{bits}-bit programs try to open it, and their loader reports an error.</source>
        <translation>{bits}-Bit-Programme versuchen sie zu öffnen, und ihr Loader meldet einen Fehler.</translation>
    </message>
    <message>
        <source>the application</source>
        <translation>die Anwendung</translation>
    </message>
    <message>
        <source>{library} does not call itself {name}</source>
        <translation>{library} nennt sich nicht {name}</translation>
    </message>
    <message>
        <source>{library} holds no {layer}</source>
        <translation>{library} enthält keinen {layer}</translation>
    </message>
    <message>
        <source>says nothing of package {package}, which is probably not installed</source>
        <translation>sagt nichts über das Paket {package}, das vermutlich nicht installiert ist</translation>
    </message>
    <message>
        <source>says nothing of a package, which is probably not installed</source>
        <translation>sagt nichts über ein Paket, das vermutlich nicht installiert ist</translation>
    </message>
    <message>
        <source>{device} has not allowed this computer: unlock it and confirm the question on it</source>
        <translation>{device} hat diesen Rechner nicht zugelassen: Entsperren Sie das Gerät und bestätigen Sie die Frage darauf</translation>
    </message>
    <message>
        <source>{device} does not answer: plug it in again</source>
        <translation>{device} antwortet nicht: Stecken Sie das Gerät neu an</translation>
    </message>
    <message>
        <source>{device} may not be opened by this user: see the rules of udev for USB</source>
        <translation>{device} darf von diesem Benutzer nicht geöffnet werden: siehe die udev-Regeln für USB</translation>
    </message>
    <message>
        <source>no device {serial} is connected; adb has {known}</source>
        <translation>kein Gerät {serial} ist verbunden; adb hat {known}</translation>
    </message>
    <message>
        <source>no device {serial} is connected; adb has none</source>
        <translation>kein Gerät {serial} ist verbunden; adb hat keines</translation>
    </message>
    <message>
        <source>no device is connected: turn USB debugging on and plug it in</source>
        <translation>kein Gerät ist verbunden: Schalten Sie USB-Debugging ein und stecken Sie es an</translation>
    </message>
    <message>
        <source>several devices are connected, choose one: {known}</source>
        <translation>mehrere Geräte sind verbunden, wählen Sie eines: {known}</translation>
    </message>
    <message>
        <source>{device} is not ready: adb calls it {state}</source>
        <translation>{device} ist nicht bereit: adb nennt es {state}</translation>
    </message>
    <message>
        <source>the device printed no properties: is it an Android device?</source>
        <translation>das Gerät gab keine Properties aus: Ist es ein Android-Gerät?</translation>
    </message>
    <message>
        <source>the command failed: {message}</source>
        <translation>der Befehl schlug fehl: {message}</translation>
    </message>
    <message>
        <source>the command failed without a message</source>
        <translation>der Befehl schlug ohne Meldung fehl</translation>
    </message>
    <message>
        <source>the connection to the device ended in the middle: try again</source>
        <translation>die Verbindung zum Gerät brach mittendrin ab: Versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>das Gerät</translation>
    </message>
    <message>
        <source>several devices are connected, choose one</source>
        <translation>mehrere Geräte sind verbunden, wählen Sie eines</translation>
    </message>
    <message>
        <source>adb failed: {message}</source>
        <translation>adb schlug fehl: {message}</translation>
    </message>
    <message>
        <source>the device printed nothing</source>
        <translation>das Gerät gab nichts aus</translation>
    </message>
    <message>
        <source>its {file} is not read: {reason}</source>
        <translation>seine {file} wird nicht gelesen: {reason}</translation>
    </message>
    <message>
        <source>it is not a library: {reason}</source>
        <translation>keine Bibliothek: {reason}</translation>
    </message>
    <message>
        <source>it cannot be read: {reason}</source>
        <translation>nicht lesbar: {reason}</translation>
    </message>
    <message>
        <source>argument --abi: {abi!r} is none of {known}</source>
        <translation>Argument --abi: {abi!r} ist keines von {known}</translation>
    </message>
    <message>
        <source>name what the device has: --root DIR (a mounted image or pulled folders) or --properties FILE (the output of adb shell getprop)</source>
        <translation>geben Sie an, was das Gerät hat: --root DIR (ein eingehängtes Abbild oder kopierte Ordner) oder --properties FILE (die Ausgabe von adb shell getprop)</translation>
    </message>
    <message>
        <source>{name} is kept in resources, which are not read: taken as false</source>
        <translation>{name} steht in Ressourcen, die nicht gelesen werden: gilt als falsch</translation>
    </message>
    <message>
        <source>for debuggable applications and devices</source>
        <translation>für Anwendungen und Geräte, die debuggable sind</translation>
    </message>
    <message>
        <source>the application&apos;s own files</source>
        <translation>die eigenen Dateien der Anwendung</translation>
    </message>
    <message>
        <source>the application&apos;s libraries</source>
        <translation>die Bibliotheken der Anwendung</translation>
    </message>
    <message>
        <source>larger than {count} MB; the rest is not read</source>
        <translation>größer als {count} MB; der Rest wird nicht gelesen</translation>
    </message>
    <message>
        <source>{name} is not the name of a property</source>
        <translation>{name} ist kein Name einer Property</translation>
    </message>
    <message>
        <source>{name} is longer than {count} bytes: Android does not set it</source>
        <translation>{name} ist länger als {count} Byte: Android setzt sie nicht</translation>
    </message>
    <message>
        <source>{name} is not UTF-8: Android does not set it</source>
        <translation>{name} ist kein UTF-8: Android setzt sie nicht</translation>
    </message>
    <message>
        <source>{name} has no closing bracket</source>
        <translation>{name} fehlt die schließende Klammer</translation>
    </message>
    <message>
        <source>not of the form [name]: [value]</source>
        <translation>nicht in der Form [name]: [value]</translation>
    </message>
    <message>
        <source>no = in the line: Android skips it</source>
        <translation>kein = in der Zeile: Android überspringt sie</translation>
    </message>
    <message>
        <source>{name} is a command: Android skips it in files</source>
        <translation>{name} ist ein Befehl: Android überspringt ihn in Dateien</translation>
    </message>
    <message>
        <source>a zero byte: Android reads nothing behind it</source>
        <translation>ein Nullbyte: Android liest nichts dahinter</translation>
    </message>
    <message>
        <source>{path} depends on how the device was started: not followed</source>
        <translation>{path} hängt davon ab, wie das Gerät gestartet wurde: wird nicht verfolgt</translation>
    </message>
    <message>
        <source>{path} cannot be read</source>
        <translation>{path} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>An application</source>
        <translation>Eine Anwendung</translation>
    </message>
    <message>
        <source>{package} on Android, {abi}, debuggable</source>
        <translation>{package} unter Android, {abi}, debuggable</translation>
    </message>
    <message>
        <source>{package} on Android, {abi}, not debuggable</source>
        <translation>{package} unter Android, {abi}, nicht debuggable</translation>
    </message>
    <message>
        <source>requested by {source}</source>
        <translation>angefordert von {source}</translation>
    </message>
    <message>
        <source>instance calls only; requested by {source}</source>
        <translation>nur Instanzaufrufe; angefordert von {source}</translation>
    </message>
    <message>
        <source>Folders, properties and settings</source>
        <translation>Ordner, Properties und Einstellungen</translation>
    </message>
    <message>
        <source>larger than {count} MB; not all is read</source>
        <translation>größer als {count} MB; nicht alles wird gelesen</translation>
    </message>
    <message>
        <source>not of the form name=value</source>
        <translation>nicht in der Form name=value</translation>
    </message>
    <message>
        <source>{setting} is not a number and counts as 0</source>
        <translation>{setting} ist keine Zahl und zählt als 0</translation>
    </message>
    <message>
        <source>found first; it is the hardware module &quot;vulkan&quot;</source>
        <translation>zuerst gefunden; es ist das Hardwaremodul „vulkan“</translation>
    </message>
    <message>
        <source>found first; only the device can tell whether it is the module &quot;vulkan&quot;</source>
        <translation>zuerst gefunden; nur das Gerät kann sagen, ob es das Modul „vulkan“ ist</translation>
    </message>
    <message>
        <source>not tried: {detail} was found first</source>
        <translation>nicht versucht: {detail} wurde zuerst gefunden</translation>
    </message>
    <message>
        <source>in none of {detail}</source>
        <translation>in keinem von {detail}</translation>
    </message>
    <message>
        <source>not set: the next property is tried</source>
        <translation>nicht gesetzt: die nächste Property wird versucht</translation>
    </message>
    <message>
        <source>names vulkan.{detail}.so</source>
        <translation>nennt vulkan.{detail}.so</translation>
    </message>
    <message>
        <source>it exports no HMI, and Android tries no other driver</source>
        <translation>er exportiert kein HMI, und Android versucht keinen anderen Treiber</translation>
    </message>
    <message>
        <source>it is the hardware module &quot;{detail}&quot;, and Android tries no other driver</source>
        <translation>er ist das Hardwaremodul „{detail}“, und Android versucht keinen anderen Treiber</translation>
    </message>
    <message>
        <source>the application gets the updatable driver of this package</source>
        <translation>die Anwendung erhält den aktualisierbaren Treiber dieses Pakets</translation>
    </message>
    <message>
        <source>the application gets its updatable driver where {detail} is installed; its files are not in this folder</source>
        <translation>die Anwendung erhält ihren aktualisierbaren Treiber, wo {detail} installiert ist; dessen Dateien sind nicht in diesem Ordner</translation>
    </message>
    <message>
        <source>the driver is searched only in /apex/{detail}</source>
        <translation>der Treiber wird nur in /apex/{detail} gesucht</translation>
    </message>
    <message>
        <source>it is looked for in /apex/{detail}, which is not in this folder</source>
        <translation>er wird in /apex/{detail} gesucht, das nicht in diesem Ordner ist</translation>
    </message>
    <message>
        <source>OpenGL ES runs on Vulkan through ANGLE, and so through these layers</source>
        <translation>OpenGL ES läuft über ANGLE auf Vulkan und so durch diese Layer</translation>
    </message>
    <message>
        <source>its library is for another processor: {detail}</source>
        <translation>seine Bibliothek ist für einen anderen Prozessor: {detail}</translation>
    </message>
    <message>
        <source>it does not export {detail}, so Android learns no layers from it</source>
        <translation>sie exportiert kein {detail}, daher erfährt Android von ihr keine Layer</translation>
    </message>
    <message>
        <source>compressed in the APK: Android loads only stored libraries</source>
        <translation>im APK komprimiert: Android lädt nur unkomprimierte Bibliotheken</translation>
    </message>
    <message>
        <source>not at a page boundary of the APK: it begins at byte {detail}</source>
        <translation>nicht an einer Seitengrenze des APK: sie beginnt bei Byte {detail}</translation>
    </message>
    <message>
        <source>the library of the same file name in {detail} is found first</source>
        <translation>die Bibliothek gleichen Dateinamens in {detail} wird zuerst gefunden</translation>
    </message>
    <message>
        <source>its name does not begin with libVkLayer, so Android ignores it</source>
        <translation>ihr Name beginnt nicht mit libVkLayer, daher übergeht Android sie</translation>
    </message>
    <message>
        <source>{detail} has a layer of this name and is found first</source>
        <translation>{detail} hat einen Layer dieses Namens und wird zuerst gefunden</translation>
    </message>
    <message>
        <source>{detail} names it</source>
        <translation>{detail} nennt ihn</translation>
    </message>
    <message>
        <source>the setting {detail} names it</source>
        <translation>die Einstellung {detail} nennt ihn</translation>
    </message>
    <message>
        <source>the application requests it</source>
        <translation>die Anwendung fordert ihn an</translation>
    </message>
    <message>
        <source>a layer of the system; releases that know them load it unasked</source>
        <translation>ein Layer des Systems; Versionen, die ihn kennen, laden ihn ungefragt</translation>
    </message>
    <message>
        <source>the names of its layers are known once it runs</source>
        <translation>die Namen ihrer Layer sind bekannt, sobald sie läuft</translation>
    </message>
    <message>
        <source>{detail} names it, and no library that is searched has it</source>
        <translation>{detail} nennt ihn, aber keine durchsuchte Bibliothek enthält ihn</translation>
    </message>
    <message>
        <source>{detail} exports no vkGetInstanceProcAddr for it</source>
        <translation>{detail} exportiert kein vkGetInstanceProcAddr für ihn</translation>
    </message>
    <message>
        <source>{detail} names it; {debug_folder} has it, which is searched only for debuggable applications</source>
        <translation>{detail} nennt ihn; {debug_folder} enthält ihn, wird aber nur für debuggable Anwendungen durchsucht</translation>
    </message>
    <message>
        <source>{detail} names it; vkCreateInstance fails, so there is no chain</source>
        <translation>{detail} nennt ihn; vkCreateInstance schlägt fehl, daher gibt es keine Kette</translation>
    </message>
    <message>
        <source>an empty name stands between its colons</source>
        <translation>ein leerer Name steht zwischen den Doppelpunkten</translation>
    </message>
    <message>
        <source>searched: {detail}</source>
        <translation>durchsucht: {detail}</translation>
    </message>
    <message>
        <source>missing: {detail}</source>
        <translation>nicht vorhanden: {detail}</translation>
    </message>
    <message>
        <source>the application is not debuggable, and neither is the device</source>
        <translation>weder die Anwendung noch das Gerät ist debuggable</translation>
    </message>
    <message>
        <source>lets layers of other applications into {detail}</source>
        <translation>lässt Layer anderer Anwendungen in {detail}</translation>
    </message>
    <message>
        <source>turns the settings for layers off</source>
        <translation>schaltet die Einstellungen für Layer aus</translation>
    </message>
    <message>
        <source>{app} is {detail}, another application</source>
        <translation>{app} ist {detail}, eine andere Anwendung</translation>
    </message>
    <message>
        <source>it is for the application that {app} names: {detail}</source>
        <translation>sie ist für die Anwendung, die {app} nennt: {detail}</translation>
    </message>
    <message>
        <source>{layers} names layers instead; this names {detail}</source>
        <translation>{layers} nennt stattdessen Layer; dies nennt {detail}</translation>
    </message>
    <message>
        <source>{detail} is not installed, or not in this folder</source>
        <translation>{detail} ist nicht installiert oder nicht in diesem Ordner</translation>
    </message>
    <message>
        <source>messages of VK_EXT_debug_report go to the log of the device</source>
        <translation>Meldungen von VK_EXT_debug_report gehen in das Protokoll des Geräts</translation>
    </message>
    <message>
        <source>it is for one application, and {app} names none</source>
        <translation>sie ist für eine Anwendung, und {app} nennt keine</translation>
    </message>
    <message>
        <source>{reason}; its name is a text in the library</source>
        <translation>{reason}; sein Name ist eine Zeichenkette in der Bibliothek</translation>
    </message>
    <message>
        <source>Every vkCreateInstance of the application returns VK_ERROR_LAYER_NOT_PRESENT.</source>
        <translation>Jedes vkCreateInstance der Anwendung gibt VK_ERROR_LAYER_NOT_PRESENT zurück.</translation>
    </message>
    <message>
        <source>Android continues without this library.</source>
        <translation>Android macht ohne diese Bibliothek weiter.</translation>
    </message>
    <message>
        <source>Build the APK with extractNativeLibs=false and stored libraries, or with extractNativeLibs=true.</source>
        <translation>Bauen Sie das APK mit extractNativeLibs=false und unkomprimierten Bibliotheken oder mit extractNativeLibs=true.</translation>
    </message>
    <message>
        <source>Align the APK: zipalign -p 4.</source>
        <translation>Richten Sie das APK aus: zipalign -p 4.</translation>
    </message>
    <message>
        <source>Rename it: libVkLayer_name.so.</source>
        <translation>Benennen Sie sie um: libVkLayer_name.so.</translation>
    </message>
    <message>
        <source>The updatable driver cannot be opened</source>
        <translation>Der aktualisierbare Treiber kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Android ends the application as soon as it uses Vulkan.</source>
        <translation>Android beendet die Anwendung, sobald sie Vulkan verwendet.</translation>
    </message>
    <message>
        <source>neither ro.hardware.vulkan nor ro.board.platform is set</source>
        <translation>weder ro.hardware.vulkan noch ro.board.platform ist gesetzt</translation>
    </message>
    <message>
        <source>not found in {folders}: {libraries}</source>
        <translation>nicht gefunden in {folders}: {libraries}</translation>
    </message>
    <message>
        <source>No driver is found: {reason}</source>
        <translation>Kein Treiber wird gefunden: {reason}</translation>
    </message>
    <message>
        <source>Android uses a driver without devices: programs find no GPU.</source>
        <translation>Android verwendet einen Treiber ohne Geräte: Programme finden keine GPU.</translation>
    </message>
    <message>
        <source>No file of the device is known: pull /vendor and name the folder with --root.</source>
        <translation>Keine Datei des Geräts ist bekannt: Kopieren Sie /vendor und nennen Sie den Ordner mit --root.</translation>
    </message>
    <message>
        <source>No layer is found there.</source>
        <translation>Dort wird kein Layer gefunden.</translation>
    </message>
    <message>
        <source>It has no effect here.</source>
        <translation>Das ist hier wirkungslos.</translation>
    </message>
    <message>
        <source>No layer of it is found.</source>
        <translation>Keiner seiner Layer wird gefunden.</translation>
    </message>
    <message>
        <source>It has no effect. Build the application with android:debuggable=true, or with the meta-data com.android.graphics.injectLayers.enable.</source>
        <translation>Das ist wirkungslos. Bauen Sie die Anwendung mit android:debuggable=true oder mit den Metadaten com.android.graphics.injectLayers.enable.</translation>
    </message>
    <message>
        <source>the folder</source>
        <translation>dem Ordner</translation>
    </message>
    <message>
        <source>There are no properties of a device in {where}</source>
        <translation>In {where} gibt es keine Properties eines Geräts</translation>
    </message>
    <message>
        <source>Give the output of adb shell getprop with --properties.</source>
        <translation>Geben Sie die Ausgabe von adb shell getprop mit --properties an.</translation>
    </message>
    <message>
        <source>No application is named</source>
        <translation>Keine Anwendung ist angegeben</translation>
    </message>
    <message>
        <source>Its own layers and the settings for it are left out; report --platform android takes its name with --package.</source>
        <translation>Ihre eigenen Layer und die Einstellungen für sie fehlen; report --platform android nimmt ihren Namen mit --package.</translation>
    </message>
    <message>
        <source>{package} is not below /data/app here</source>
        <translation>{package} ist hier nicht unter /data/app</translation>
    </message>
    <message>
        <source>Its own layers are left out. Pull its folder, or give the output of adb shell dumpsys package {package} with --package-dump.</source>
        <translation>Ihre eigenen Layer fehlen. Kopieren Sie ihren Ordner oder geben Sie die Ausgabe von adb shell dumpsys package {package} mit --package-dump an.</translation>
    </message>
    <message>
        <source>{root} looks like one partition</source>
        <translation>{root} sieht wie eine einzelne Partition aus</translation>
    </message>
    <message>
        <source>Name the folder that holds it under its own name, such as system or vendor.</source>
        <translation>Nennen Sie den Ordner, der sie unter ihrem Namen enthält, etwa system oder vendor.</translation>
    </message>
    <message>
        <source>{root} has neither system nor vendor nor data</source>
        <translation>{root} hat weder system noch vendor noch data</translation>
    </message>
    <message>
        <source>Name the folder that stands for the root of the device.</source>
        <translation>Nennen Sie den Ordner, der für die Wurzel des Geräts steht.</translation>
    </message>
    <message>
        <source>The line has no effect.</source>
        <translation>Die Zeile ist wirkungslos.</translation>
    </message>
    <message>
        <source>{file}: larger than {count} MB, not read</source>
        <translation>{file}: größer als {count} MB, nicht gelesen</translation>
    </message>
    <message>
        <source>{file}: line {line}: {fault}</source>
        <translation>{file}: Zeile {line}: {fault}</translation>
    </message>
    <message>
        <source>{file}: line 1: expected an object</source>
        <translation>{file}: Zeile 1: ein Objekt wird erwartet</translation>
    </message>
    <message>
        <source>expected an object</source>
        <translation>ein Objekt wird erwartet</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is not a list</source>
        <translation>&quot;{key}&quot; ist keine Liste</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; has more than {count} entries</source>
        <translation>&quot;{key}&quot; hat mehr als {count} Einträge</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be a string</source>
        <translation>&quot;{key}&quot; muss eine Zeichenkette sein</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; is not a number up to {limit}</source>
        <translation>&quot;{key}&quot; ist keine Zahl bis {limit}</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be true or false</source>
        <translation>&quot;{key}&quot; muss true oder false sein</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; must be one of {values}</source>
        <translation>&quot;{key}&quot; muss eines von {values} sein</translation>
    </message>
    <message>
        <source>there is no {file} in its folder for metadata</source>
        <translation>im Ordner für Metadaten gibt es keine {file}</translation>
    </message>
    <message>
        <source>{file}: version 1.0 ends the service, write 1</source>
        <translation>{file}: Version 1.0 beendet den Dienst, schreiben Sie 1</translation>
    </message>
    <message>
        <source>{file} names the manifest {path!r}, which is not in contents</source>
        <translation>{file} nennt das Manifest {path!r}, das nicht in contents ist</translation>
    </message>
    <message>
        <source>the manifest {path}: {fault}</source>
        <translation>das Manifest {path}: {fault}</translation>
    </message>
    <message>
        <source>{file} names the library {path!r}: {fault}</source>
        <translation>{file} nennt die Bibliothek {path!r}: {fault}</translation>
    </message>
    <message>
        <source>{file} is not JSON, line {line}, column {column}: {fault}</source>
        <translation>{file} ist kein JSON, Zeile {line}, Spalte {column}: {fault}</translation>
    </message>
    <message>
        <source>{file} is not JSON: {fault}</source>
        <translation>{file} ist kein JSON: {fault}</translation>
    </message>
    <message>
        <source>{folder} has neither the folders contents and metadata nor a .cml file</source>
        <translation>{folder} hat weder die Ordner contents und metadata noch eine .cml-Datei</translation>
    </message>
    <message>
        <source>{folder} has several component manifests: {names}</source>
        <translation>{folder} hat mehrere Komponentenmanifeste: {names}</translation>
    </message>
    <message>
        <source>the component manifest is no object</source>
        <translation>das Komponentenmanifest ist kein Objekt</translation>
    </message>
    <message>
        <source>the component manifest exposes no directory {name}; what it includes is not read</source>
        <translation>das Komponentenmanifest gibt kein Verzeichnis {name} frei; was es einbindet, wird nicht gelesen</translation>
    </message>
    <message>
        <source>the component manifest exposes no directory {name}</source>
        <translation>das Komponentenmanifest gibt kein Verzeichnis {name} frei</translation>
    </message>
    <message>
        <source>the directory {name} is outside of {package}, the package of the component</source>
        <translation>das Verzeichnis {name} ist außerhalb von {package}, dem Paket der Komponente</translation>
    </message>
    <message>
        <source>{key} {path!r} leaves the folder contents</source>
        <translation>{key} {path!r} verlässt den Ordner contents</translation>
    </message>
    <message>
        <source>The service cannot open it: write a path inside of contents, without a leading slash and without ..</source>
        <translation>Der Dienst kann das nicht öffnen: Schreiben Sie einen Pfad innerhalb von contents, ohne führenden Schrägstrich und ohne ..</translation>
    </message>
    <message>
        <source>{url} cannot be used</source>
        <translation>{url} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>its URL is empty or too long</source>
        <translation>ihre URL ist leer oder zu lang</translation>
    </message>
    <message>
        <source>no component has this URL: system.json names none in &quot;components&quot;</source>
        <translation>keine Komponente hat diese URL: system.json nennt keine in „components“</translation>
    </message>
    <message>
        <source>library_path is too long: clients ask for a name of {count} bytes</source>
        <translation>library_path ist zu lang: Clients verlangen einen Namen von {count} Byte</translation>
    </message>
    <message>
        <source>Loader.Get takes {count} bytes, with the number and the dash that the service puts before it: no program can open this driver.</source>
        <translation>Loader.Get nimmt {count} Byte, mit der Nummer und dem Strich, die der Dienst davorsetzt: Kein Programm kann diesen Treiber öffnen.</translation>
    </message>
    <message>
        <source>library_path {name!r} is no plain file name</source>
        <translation>library_path {name!r} ist kein einfacher Dateiname</translation>
    </message>
    <message>
        <source>Its manifest cannot be put into manifest-fs, so no program finds this driver. Write a name alone: file_path in metadata.json says where the library is.</source>
        <translation>Sein Manifest kann nicht in manifest-fs gelegt werden, daher findet kein Programm diesen Treiber. Schreiben Sie nur einen Namen: file_path in metadata.json sagt, wo die Bibliothek ist.</translation>
    </message>
    <message>
        <source>{library} needs {name}</source>
        <translation>{library} braucht {name}</translation>
    </message>
    <message>
        <source>A driver may be linked to libzircon.so and libc.so only: programs bring no other library for it.</source>
        <translation>Ein Treiber darf nur gegen libzircon.so und libc.so gelinkt sein: Programme bringen keine andere Bibliothek für ihn mit.</translation>
    </message>
    <message>
        <source>{path} is in the folder bin</source>
        <translation>{path} ist im Ordner bin</translation>
    </message>
    <message>
        <source>Libraries of drivers belong in any other folder, such as lib. The service opens it all the same.</source>
        <translation>Treiberbibliotheken gehören in einen anderen Ordner, etwa lib. Der Dienst öffnet sie trotzdem.</translation>
    </message>
    <message>
        <source>The component uses {name}</source>
        <translation>Die Komponente verwendet {name}</translation>
    </message>
    <message>
        <source>An ICD component gets fuchsia.logger.LogSink and nothing else; drivers open services of the program that loads them.</source>
        <translation>Eine ICD-Komponente erhält nur fuchsia.logger.LogSink; Treiber öffnen Dienste des Programms, das sie lädt.</translation>
    </message>
    <message>
        <source>{path} is not in the folder meta of its package</source>
        <translation>{path} ist nicht im Ordner meta seines Pakets</translation>
    </message>
    <message>
        <source>Small files are stored best there. Nothing else depends on it.</source>
        <translation>Kleine Dateien liegen dort am besten. Sonst hängt nichts davon ab.</translation>
    </message>
    <message>
        <source>File systems ({path})</source>
        <translation>Dateisysteme ({path})</translation>
    </message>
    <message>
        <source>the same; svc/magma leads to {path}</source>
        <translation>dasselbe; svc/magma führt zu {path}</translation>
    </message>
    <message>
        <source>Libraries that programs get, by name</source>
        <translation>Bibliotheken, die Programme erhalten, nach Namen</translation>
    </message>
    <message>
        <source>Service {name}: OK</source>
        <translation>Dienst {name}: OK</translation>
    </message>
    <message>
        <source>Service {name}: still starting up: no device has a driver that works</source>
        <translation>Dienst {name}: startet noch: Kein Gerät hat einen funktionierenden Treiber</translation>
    </message>
    <message>
        <source>names no driver</source>
        <translation>nennt keinen Treiber</translation>
    </message>
    <message>
        <source>Not for Vulkan (flags {flags})</source>
        <translation>Nicht für Vulkan (Flags {flags})</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Not used: a better driver of this device works</source>
        <translation>Nicht verwendet: Ein besserer Treiber dieses Geräts funktioniert</translation>
    </message>
    <message>
        <source>Fails: programs do not find it, for its library_path is no plain file name</source>
        <translation>Schlägt fehl: Programme finden ihn nicht, denn sein library_path ist kein einfacher Dateiname</translation>
    </message>
    <message>
        <source>Fails: its library_path is too long for programs to ask for</source>
        <translation>Schlägt fehl: Sein library_path ist für Programme zu lang</translation>
    </message>
    <message>
        <source>Loads: {name}</source>
        <translation>Wird geladen: {name}</translation>
    </message>
    <message>
        <source>the system has none</source>
        <translation>das System hat keine</translation>
    </message>
    <message>
        <source>the configuration allows no device of these kinds: {kinds}</source>
        <translation>die Konfiguration erlaubt keine Geräte dieser Arten: {kinds}</translation>
    </message>
    <message>
        <source>{fault}, and no {file}</source>
        <translation>{fault}, und keine {file}</translation>
    </message>
    <message>
        <source>there are two {kind} devices {name!r}</source>
        <translation>es gibt zwei {kind}-Geräte {name!r}</translation>
    </message>
    <message>
        <source>&quot;name&quot; is empty or holds a slash</source>
        <translation>&quot;name&quot; ist leer oder enthält einen Schrägstrich</translation>
    </message>
    <message>
        <source>&quot;flags&quot; is no number of 32 bits</source>
        <translation>&quot;flags&quot; ist keine Zahl mit 32 Bit</translation>
    </message>
    <message>
        <source>&quot;lavapipe_icd_url&quot; is longer than 120 bytes</source>
        <translation>&quot;lavapipe_icd_url&quot; ist länger als 120 Byte</translation>
    </message>
    <message>
        <source>there are more than {count}</source>
        <translation>es gibt mehr als {count}</translation>
    </message>
    <message>
        <source>{path!r} is not a folder</source>
        <translation>{path!r} ist kein Ordner</translation>
    </message>
    <message>
        <source>expected a name</source>
        <translation>ein Name wird erwartet</translation>
    </message>
    <message>
        <source>{name!r:.40} is not a drive like D:</source>
        <translation>{name!r:.40} ist kein Laufwerk wie D:</translation>
    </message>
    <message>
        <source>expected the name of a .reg file</source>
        <translation>der Name einer .reg-Datei wird erwartet</translation>
    </message>
    <message>
        <source>{path!r} is not in this folder</source>
        <translation>{path!r} ist nicht in diesem Ordner</translation>
    </message>
    <message>
        <source>{option} has no effect on a Fuchsia system</source>
        <translation>{option} ist bei einem Fuchsia-System wirkungslos</translation>
    </message>
    <message>
        <source>Choose the folder that stands for / of a system (with etc or usr in it), a Fuchsia system, folders that were pulled from an Android device, exports of a Windows registry (.reg), or a report that “vkconfig-py report --json” wrote.</source>
        <translation>Wählen Sie den Ordner, der für / eines Systems steht (mit etc oder usr darin), ein Fuchsia-System, von einem Android-Gerät kopierte Ordner, Exporte einer Windows-Registry (.reg) oder einen Bericht von „vkconfig-py report --json“.</translation>
    </message>
    <message>
        <source>a root folder with {system}</source>
        <translation>ein Wurzelordner mit {system}</translation>
    </message>
    <message>
        <source>{path} is not a machine. {choices}</source>
        <translation>{path} ist kein Rechner. {choices}</translation>
    </message>
    <message>
        <source>Assumed: a program of the user with the home folder {home}, and no variables set.</source>
        <translation>Angenommen: ein Programm des Benutzers mit dem persönlichen Ordner {home}, ohne gesetzte Variablen.</translation>
    </message>
    <message>
        <source>{system}, described by {file}</source>
        <translation>{system}, beschrieben von {file}</translation>
    </message>
    <message>
        <source>Windows, from its registry and files</source>
        <translation>Windows nach seiner Registry und seinen Dateien</translation>
    </message>
    <message>
        <source>Windows, from its registry</source>
        <translation>Windows nach seiner Registry</translation>
    </message>
    <message>
        <source>a Fuchsia system</source>
        <translation>ein Fuchsia-System</translation>
    </message>
    <message>
        <source>This holds unless {condition}.</source>
        <translation>Das gilt, außer: {condition}.</translation>
    </message>
    <message>
        <source>an Android device</source>
        <translation>ein Android-Gerät</translation>
    </message>
    <message>
        <source>{path} is larger than {count} MB: it is not a report.</source>
        <translation>{path} ist größer als {count} MB: kein Bericht.</translation>
    </message>
    <message>
        <source>{path} is not a report: {reason}</source>
        <translation>{path} ist kein Bericht: {reason}</translation>
    </message>
    <message>
        <source>{origin} cannot be shown: {reason}</source>
        <translation>{origin} kann nicht gezeigt werden: {reason}</translation>
    </message>
    <message>
        <source>a report of {time} UTC by vkconfig-py {version}</source>
        <translation>ein Bericht vom {time} UTC von vkconfig-py {version}</translation>
    </message>
    <message>
        <source>a report of {time} UTC</source>
        <translation>ein Bericht vom {time} UTC</translation>
    </message>
    <message>
        <source>a report by vkconfig-py {version}</source>
        <translation>ein Bericht von vkconfig-py {version}</translation>
    </message>
    <message>
        <source>a report</source>
        <translation>ein Bericht</translation>
    </message>
    <message>
        <source>On that machine: reg export HKLM\SOFTWARE\Khronos khronos.reg, and reg export HKLM\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318} display.reg.</source>
        <translation>Auf jenem Rechner: reg export HKLM\SOFTWARE\Khronos khronos.reg und reg export HKLM\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318} display.reg.</translation>
    </message>
    <message>
        <source>Its registry is not here, so nothing is registered. {instructions}</source>
        <translation>Seine Registry ist nicht hier, daher ist nichts registriert. {instructions}</translation>
    </message>
    <message>
        <source>Only its registry is here: what the files that it names say is unknown. Copies of them in a folder named C beside the export are read.</source>
        <translation>Nur seine Registry ist hier: Was die Dateien sagen, die sie nennt, ist unbekannt. Kopien davon in einem Ordner namens C neben dem Export werden gelesen.</translation>
    </message>
    <message>
        <source>Assumed: a program without variables, because the export has none.</source>
        <translation>Angenommen: ein Programm ohne Variablen, da der Export keine hat.</translation>
    </message>
    <message>
        <source>Only {count} exports are read. Not read: {files}.</source>
        <translation>Nur {count} Exporte werden gelesen. Nicht gelesen: {files}.</translation>
    </message>
    <message>
        <source>{file}, line {line}: {text}</source>
        <translation>{file}, Zeile {line}: {text}</translation>
    </message>
    <message>
        <source>{path}, line {line}: {reason}</source>
        <translation>{path}, Zeile {line}: {reason}</translation>
    </message>
    <message>
        <source>The file ends inside a character.</source>
        <translation>Die Datei endet mitten in einem Zeichen.</translation>
    </message>
    <message>
        <source>The file does not name its code page; {encoding} is assumed.</source>
        <translation>Die Datei nennt ihre Codepage nicht; {encoding} wird angenommen.</translation>
    </message>
    <message>
        <source>It holds more than {count} MB; the rest is not read.</source>
        <translation>Sie enthält mehr als {count} MB; der Rest wird nicht gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more lines could not be read.</source>
        <comment>One more line could not be read.</comment>
        <translation>
            <numerusform>Eine weitere Zeile konnte nicht gelesen werden.</numerusform>
            <numerusform>{n:,} weitere Zeilen konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>it is not a registry export: “{header}” is expected</source>
        <translation>kein Registry-Export: „{header}“ wird erwartet</translation>
    </message>
    <message>
        <source>The line has more than {count:,} characters.</source>
        <translation>Die Zeile hat mehr als {count:,} Zeichen.</translation>
    </message>
    <message>
        <source>The line is neither a key nor a value.</source>
        <translation>Die Zeile ist weder ein Schlüssel noch ein Wert.</translation>
    </message>
    <message>
        <source>The value belongs to no key.</source>
        <translation>Der Wert gehört zu keinem Schlüssel.</translation>
    </message>
    <message>
        <source>The key has no closing bracket.</source>
        <translation>Dem Schlüssel fehlt die schließende Klammer.</translation>
    </message>
    <message>
        <source>The key begins with no root such as HKEY_LOCAL_MACHINE.</source>
        <translation>Der Schlüssel beginnt mit keiner Wurzel wie HKEY_LOCAL_MACHINE.</translation>
    </message>
    <message>
        <source>The key has more than {count} levels.</source>
        <translation>Der Schlüssel hat mehr als {count} Ebenen.</translation>
    </message>
    <message>
        <source>Names of keys have 1 to {count} characters.</source>
        <translation>Namen von Schlüsseln haben 1 bis {count} Zeichen.</translation>
    </message>
    <message>
        <source>The data is neither a string, nor dword, nor hex.</source>
        <translation>Die Daten sind weder Zeichenkette noch dword noch hex.</translation>
    </message>
    <message>
        <source>The value has more than {count:,} bytes.</source>
        <translation>Der Wert hat mehr als {count:,} Byte.</translation>
    </message>
    <message>
        <source>The line after the backslash does not continue the value.</source>
        <translation>Die Zeile nach dem Backslash setzt den Wert nicht fort.</translation>
    </message>
    <message>
        <source>The name of the value is not followed by an equals sign.</source>
        <translation>Dem Namen des Werts folgt kein Gleichheitszeichen.</translation>
    </message>
    <message>
        <source>The name of the value has more than {count:,} characters.</source>
        <translation>Der Name des Werts hat mehr als {count:,} Zeichen.</translation>
    </message>
    <message>
        <source>The string has no closing quotation mark.</source>
        <translation>Der Zeichenkette fehlt das schließende Anführungszeichen.</translation>
    </message>
    <message>
        <source>Something follows the data of the value.</source>
        <translation>Nach den Daten des Werts folgt noch etwas.</translation>
    </message>
    <message>
        <source>A comma is missing before the backslash.</source>
        <translation>Vor dem Backslash fehlt ein Komma.</translation>
    </message>
    <message>
        <source>The data is no list of bytes in hexadecimal.</source>
        <translation>Die Daten sind keine Liste hexadezimaler Bytes.</translation>
    </message>
    <message>
        <source>type {kind}</source>
        <translation>Typ {kind}</translation>
    </message>
    <message>
        <source>Probing {done} of {total}</source>
        <translation>Teste {done} von {total}</translation>
    </message>
    <message>
        <source>Libraries are opened on Linux only.</source>
        <translation>Bibliotheken werden nur unter Linux geöffnet.</translation>
    </message>
    <message>
        <source>The inspected system is not this one, so its libraries are not opened.</source>
        <translation>Das untersuchte System ist nicht dieses, daher werden seine Bibliotheken nicht geöffnet.</translation>
    </message>
    <message>
        <source>Verify asks their loader through {helper}.</source>
        <translation>Überprüfen fragt deren Loader mit {helper}.</translation>
    </message>
    <message>
        <source>{bits}-bit libraries cannot be opened by this {own}-bit program.</source>
        <translation>{bits}-Bit-Bibliotheken können von diesem {own}-Bit-Programm nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Install a {bits}-bit Vulkan loader and vulkaninfo (Debian: libvulkan1:{architecture} vulkan-tools:{architecture}); then it can be asked.</source>
        <translation>Installieren Sie einen {bits}-Bit-Vulkan-Loader und vulkaninfo (Debian: libvulkan1:{architecture} vulkan-tools:{architecture}); dann kann er gefragt werden.</translation>
    </message>
    <message>
        <source>Install a {bits}-bit Vulkan loader and vulkaninfo; then it can be asked.</source>
        <translation>Installieren Sie einen {bits}-Bit-Vulkan-Loader und vulkaninfo; dann kann er gefragt werden.</translation>
    </message>
    <message>
        <source>“{name}” is ambiguous: {both}</source>
        <translation>„{name}“ ist mehrdeutig: {both}</translation>
    </message>
    <message>
        <source>There is no driver or layer named “{name}”</source>
        <translation>Es gibt keinen Treiber oder Layer namens „{name}“</translation>
    </message>
    <message>
        <source>layers are for the instance, for devices or for both, and a device has a chain of its own, from VK_DEVICE_LAYERS and vkCreateDevice</source>
        <translation>Layer sind für die Instanz, für Geräte oder für beides, und ein Gerät hat eine eigene Kette, aus VK_DEVICE_LAYERS und vkCreateDevice</translation>
    </message>
    <message>
        <source>manifests are searched in /etc, /usr/share and ~/.local/share, whatever XDG variables say</source>
        <translation>Manifeste werden in /etc, /usr/share und ~/.local/share gesucht, was immer XDG-Variablen sagen</translation>
    </message>
    <message>
        <source>of the registry of Windows the keys of the machine are read: no device&apos;s, no user&apos;s, no adapter is asked for</source>
        <translation>von der Windows-Registry werden die Schlüssel des Rechners gelesen: keine eines Geräts oder Benutzers, kein Adapter wird abgefragt</translation>
    </message>
    <message>
        <source>a file name in VK_ICD_FILENAMES is looked for in the folders of drivers (documented; the source of 1.0.3 looks beside the process, as later ones do)</source>
        <translation>ein Dateiname in VK_ICD_FILENAMES wird in den Treiberordnern gesucht (dokumentiert; der Quelltext von 1.0.3 sucht neben dem Prozess, wie spätere auch)</translation>
    </message>
    <message>
        <source>explicit layers are found before implicit ones</source>
        <translation>explizite Layer werden vor impliziten gefunden</translation>
    </message>
    <message>
        <source>every file version may have several &quot;layer&quot; nodes, and &quot;layers&quot; is not read</source>
        <translation>jede Dateiversion darf mehrere „layer“-Knoten haben, und „layers“ wird nicht gelesen</translation>
    </message>
    <message>
        <source>every layer has a library: there are no meta-layers, no override</source>
        <translation>jeder Layer hat eine Bibliothek: es gibt keine Meta-Layer, kein Override</translation>
    </message>
    <message>
        <source>an invalid JSON file is skipped</source>
        <translation>eine ungültige JSON-Datei wird übersprungen</translation>
    </message>
    <message>
        <source>a driver manifest without file_format_version ends the search for drivers</source>
        <translation>ein Treibermanifest ohne file_format_version beendet die Suche nach Treibern</translation>
    </message>
    <message>
        <source>an implicit layer is kept, whatever version the application has</source>
        <translation>ein impliziter Layer bleibt, welche Version auch immer die Anwendung hat</translation>
    </message>
    <message>
        <source>an extension passes if a driver or layer offers it</source>
        <translation>eine Erweiterung wird durchgelassen, wenn ein Treiber oder Layer sie anbietet</translation>
    </message>
    <message>
        <source>the loader itself offers the extensions of surfaces, and VK_EXT_debug_report in version 1</source>
        <translation>der Loader selbst bietet die Surface-Erweiterungen und VK_EXT_debug_report in Version 1 an</translation>
    </message>
    <message>
        <source>VK_LAYER_LUNARG_standard_validation is listed where its eight layers are, and means them</source>
        <translation>VK_LAYER_LUNARG_standard_validation wird aufgelistet, wo seine acht Layer sind, und bedeutet diese</translation>
    </message>
    <message>
        <source>the override&apos;s blacklisted_layers are removed</source>
        <translation>die blacklisted_layers des Overrides werden entfernt</translation>
    </message>
    <message>
        <source>VK_LAYER_LUNARG_standard_validation is listed without a manifest if there is any layer (seen up to 1.1.126, not in 1.2.141)</source>
        <translation>VK_LAYER_LUNARG_standard_validation wird ohne Manifest aufgelistet, wenn es überhaupt einen Layer gibt (gesehen bis 1.1.126, nicht in 1.2.141)</translation>
    </message>
    <message>
        <source>VK_EXT_debug_utils is offered in its version 2 (before: 1)</source>
        <translation>VK_EXT_debug_utils wird in Version 2 angeboten (vorher: 1)</translation>
    </message>
    <message>
        <source>a scan for drivers that ends with an error is one of vkEnumerateInstanceExtensionProperties, too (seen up to 1.2.141, not in 1.2.170)</source>
        <translation>endet die Suche nach Treibern mit einem Fehler, ist es auch einer von vkEnumerateInstanceExtensionProperties (gesehen bis 1.2.141, nicht in 1.2.170)</translation>
    </message>
    <message>
        <source>no registered driver is VK_ERROR_INCOMPATIBLE_DRIVER of vkCreateInstance alone (Windows; seen in 1.3.217; in 1.1.126 VK_ERROR_INITIALIZATION_FAILED of every call)</source>
        <translation>kein registrierter Treiber bedeutet VK_ERROR_INCOMPATIBLE_DRIVER nur von vkCreateInstance (Windows; gesehen in 1.3.217; in 1.1.126 VK_ERROR_INITIALIZATION_FAILED bei jedem Aufruf)</translation>
    </message>
    <message>
        <source>a registry value of less than four bytes leaves room for the next one (Windows; seen in 1.3.217; in 1.1.126 it ends the search of its key)</source>
        <translation>ein Registry-Wert unter vier Byte lässt Platz für den nächsten (Windows; gesehen in 1.3.217; in 1.1.126 beendet er die Suche in seinem Schlüssel)</translation>
    </message>
    <message>
        <source>the compatibility pack of Microsoft&apos;s store is searched (Windows)</source>
        <translation>das Kompatibilitätspaket aus dem Microsoft Store wird durchsucht (Windows)</translation>
    </message>
    <message>
        <source>of registered layers with one file name all are listed (Windows; before, the first one)</source>
        <translation>von registrierten Layern gleichen Dateinamens werden alle aufgelistet (Windows; vorher der erste)</translation>
    </message>
    <message>
        <source>the override&apos;s app_keys choose programs (before: every override stays)</source>
        <translation>die app_keys des Overrides wählen Programme aus (vorher: jedes Override bleibt)</translation>
    </message>
    <message>
        <source>a layer has its place in the list before it is read to its end: what is malformed stays there, without its name or without its switches (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>ein Layer hat seinen Platz in der Liste, bevor er zu Ende gelesen ist: Fehlerhaftes bleibt dort, ohne Namen oder ohne Schalter (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>an implicit layer that names vkEnumerateInstanceVersion under pre_instance_functions ends the search (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>ein impliziter Layer, der vkEnumerateInstanceVersion unter pre_instance_functions nennt, beendet die Suche (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>a name is written once, where it comes first (seen up to 1.2.141, not in 1.2.170)</source>
        <translation>ein Name wird einmal geschrieben, dort, wo er zuerst vorkommt (gesehen bis 1.2.141, nicht in 1.2.170)</translation>
    </message>
    <message>
        <source>a layer that the program names moves there, wherever it was written before (seen in 1.2.170, not in 1.2.141 and 1.3.211)</source>
        <translation>ein Layer, den das Programm nennt, rückt dorthin, wo immer er vorher stand (gesehen in 1.2.170, nicht in 1.2.141 und 1.3.211)</translation>
    </message>
    <message>
        <source>extensions and libraries of layers come before the question for a driver, and a library that does not open fails nothing (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>Erweiterungen und Bibliotheken von Layern kommen vor der Frage nach einem Treiber, und eine Bibliothek, die sich nicht öffnet, lässt nichts fehlschlagen (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>file versions 1.0.0 and 1.0.1 may have several &quot;layer&quot; nodes, 0.1 may not (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>die Dateiversionen 1.0.0 und 1.0.1 dürfen mehrere „layer“-Knoten haben, 0.1 nicht (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>a version has three parts: what follows does not count, and a variant is part of the major number (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>eine Version hat drei Teile: was folgt, zählt nicht, und eine Variante ist Teil der Hauptnummer (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>an implicit manifest whose last layer is malformed ends the search (seen up to 1.1.126, not in 1.2.141)</source>
        <translation>ein implizites Manifest, dessen letzter Layer fehlerhaft ist, beendet die Suche (gesehen bis 1.1.126, nicht in 1.2.141)</translation>
    </message>
    <message>
        <source>an empty manifest counts as invalid JSON, not as an unreadable file, and so does a folder in its place (seen up to 1.1.126, for folders in memory, not in 1.2.141)</source>
        <translation>ein leeres Manifest gilt als ungültiges JSON, nicht als unlesbare Datei, und ein Ordner an seiner Stelle ebenso (gesehen bis 1.1.126, bei Ordnern im Speicher, nicht in 1.2.141)</translation>
    </message>
    <message>
        <source>an invalid driver manifest behind a valid one ends the search for drivers, and fails nothing (seen up to 1.2.141, not in 1.2.170)</source>
        <translation>ein ungültiges Treibermanifest hinter einem gültigen beendet die Suche nach Treibern und lässt nichts fehlschlagen (gesehen bis 1.2.141, nicht in 1.2.170)</translation>
    </message>
    <message>
        <source>calls before vkCreateInstance read explicit manifests as implicit ones: a switch without a text is a crash (seen from 1.1.126 to 1.2.170, not in 1.1.121 and 1.3.211)</source>
        <translation>Aufrufe vor vkCreateInstance lesen explizite Manifeste wie implizite: ein Schalter ohne Text führt zum Absturz (gesehen von 1.1.126 bis 1.2.170, nicht in 1.1.121 und 1.3.211)</translation>
    </message>
    <message>
        <source>a layer manifest that is no object is refused (before: a crash if it is an array; seen in 1.2.141, not in 1.1.126)</source>
        <translation>ein Layer-Manifest, das kein Objekt ist, wird abgelehnt (vorher: Absturz, wenn es ein Array ist; gesehen in 1.2.141, nicht in 1.1.126)</translation>
    </message>
    <message>
        <source>a path is searched once (before: as often as it is named; seen in 1.2.141, not in 1.1.126)</source>
        <translation>ein Pfad wird einmal durchsucht (vorher: so oft er genannt ist; gesehen in 1.2.141, nicht in 1.1.126)</translation>
    </message>
    <message>
        <source>VK_EXT_directfb_surface of a layer is passed over, as Linux loaders are built (seen in 1.2.170, not in 1.2.141)</source>
        <translation>VK_EXT_directfb_surface eines Layers wird übergangen, da Linux-Loader so gebaut sind (gesehen in 1.2.170, nicht in 1.2.141)</translation>
    </message>
    <message>
        <source>a program whose path has more than 1,023 bytes matches no app_keys (seen in 1.3.211, not in 1.2.170)</source>
        <translation>ein Programm, dessen Pfad mehr als 1.023 Byte hat, passt zu keinen app_keys (gesehen in 1.3.211, nicht in 1.2.170)</translation>
    </message>
    <message>
        <source>VK_QNX_screen_surface of a layer is passed over, as Linux loaders are built (seen in 1.3.211, not in 1.2.170)</source>
        <translation>VK_QNX_screen_surface eines Layers wird übergangen, da Linux-Loader so gebaut sind (gesehen in 1.3.211, nicht in 1.2.170)</translation>
    </message>
    <message>
        <source>places are folders whatever their names, and VK_ICD_FILENAMES names files alone (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>Orte sind Ordner, wie immer sie heißen, und VK_ICD_FILENAMES nennt nur Dateien (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>an empty XDG_DATA_HOME counts, so that nothing of a home is searched (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>ein leeres XDG_DATA_HOME zählt, sodass nichts im persönlichen Ordner durchsucht wird (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>override_paths are searched with a slash at their end (seen up to 1.2.170, not in 1.3.211)</source>
        <translation>override_paths werden mit einem Schrägstrich am Ende durchsucht (gesehen bis 1.2.170, nicht in 1.3.211)</translation>
    </message>
    <message>
        <source>XDG_CONFIG_HOME and ~/.config are searched</source>
        <translation>XDG_CONFIG_HOME und ~/.config werden durchsucht</translation>
    </message>
    <message>
        <source>XDG_DATA_HOME is searched before XDG_DATA_DIRS (before: after)</source>
        <translation>XDG_DATA_HOME wird vor XDG_DATA_DIRS durchsucht (vorher: danach)</translation>
    </message>
    <message>
        <source>devices are sorted on Linux; VK_LOADER_DEVICE_SELECT and VK_LOADER_DISABLE_SELECT</source>
        <translation>Geräte werden unter Linux sortiert; VK_LOADER_DEVICE_SELECT und VK_LOADER_DISABLE_SELECT</translation>
    </message>
    <message>
        <source>a non-zero API variant drops driver or layer</source>
        <translation>eine API-Variante ungleich null verwirft Treiber oder Layer</translation>
    </message>
    <message>
        <source>VK_EXT_debug_report is offered in its version 10 (before: 9)</source>
        <translation>VK_EXT_debug_report wird in Version 10 angeboten (vorher: 9)</translation>
    </message>
    <message>
        <source>the loader offers VK_KHR_portability_enumeration</source>
        <translation>der Loader bietet VK_KHR_portability_enumeration an</translation>
    </message>
    <message>
        <source>VK_DRIVER_FILES, VK_ADD_DRIVER_FILES, VK_ADD_LAYER_PATH</source>
        <translation>VK_DRIVER_FILES, VK_ADD_DRIVER_FILES, VK_ADD_LAYER_PATH</translation>
    </message>
    <message>
        <source>a component may have a higher API version than its meta-layer</source>
        <translation>eine Komponente darf eine höhere API-Version haben als ihr Meta-Layer</translation>
    </message>
    <message>
        <source>a component&apos;s patch version must not be below its meta-layer&apos;s either (seen up to 1.3.219, not in 1.3.224)</source>
        <translation>auch die Patch-Version einer Komponente darf nicht niedriger sein als die ihres Meta-Layers (gesehen bis 1.3.219, nicht in 1.3.224)</translation>
    </message>
    <message>
        <source>is_portability_driver hides a driver</source>
        <translation>is_portability_driver verbirgt einen Treiber</translation>
    </message>
    <message>
        <source>library_arch drops driver or layer</source>
        <translation>library_arch verwirft Treiber oder Layer</translation>
    </message>
    <message>
        <source>a driver without api_version is dropped</source>
        <translation>ein Treiber ohne api_version wird verworfen</translation>
    </message>
    <message>
        <source>a driver whose library_path is one digit is a crash</source>
        <translation>ein Treiber, dessen library_path eine Ziffer ist, führt zum Absturz</translation>
    </message>
    <message>
        <source>an implicit layer older than the application is kept</source>
        <translation>ein impliziter Layer, der älter ist als die Anwendung, bleibt</translation>
    </message>
    <message>
        <source>VK_LOADER_LAYERS_ENABLE/DISABLE, VK_LOADER_DRIVERS_SELECT/DISABLE</source>
        <translation>VK_LOADER_LAYERS_ENABLE/DISABLE, VK_LOADER_DRIVERS_SELECT/DISABLE</translation>
    </message>
    <message>
        <source>an invalid layer manifest makes calls fail (before: it ends the search)</source>
        <translation>ein ungültiges Layer-Manifest lässt Aufrufe fehlschlagen (vorher: es beendet die Suche)</translation>
    </message>
    <message>
        <source>layers of VK_INSTANCE_LAYERS are enabled in the order in which they were found</source>
        <translation>Layer aus VK_INSTANCE_LAYERS werden in der Reihenfolge eingeschaltet, in der sie gefunden wurden</translation>
    </message>
    <message>
        <source>a driver may answer everything through vk_icdGetInstanceProcAddr</source>
        <translation>ein Treiber darf alles über vk_icdGetInstanceProcAddr beantworten</translation>
    </message>
    <message>
        <source>the loader offers VK_LUNARG_direct_driver_loading</source>
        <translation>der Loader bietet VK_LUNARG_direct_driver_loading an</translation>
    </message>
    <message>
        <source>a name written twice keeps its first place (before: its last)</source>
        <translation>ein zweimal geschriebener Name behält seinen ersten Platz (vorher: den letzten)</translation>
    </message>
    <message>
        <source>explicit components of a meta-layer are written twice, the last place wins</source>
        <translation>explizite Komponenten eines Meta-Layers werden zweimal geschrieben, der letzte Platz gilt</translation>
    </message>
    <message>
        <source>VK_INSTANCE_LAYERS is honoured in its own order for every kind of layer</source>
        <translation>VK_INSTANCE_LAYERS gilt in eigener Reihenfolge für jede Art von Layern</translation>
    </message>
    <message>
        <source>of several overrides the first one&apos;s override_paths count (before: the last)</source>
        <translation>von mehreren Overrides zählen die override_paths des ersten (vorher: des letzten)</translation>
    </message>
    <message>
        <source>calls before vkCreateInstance fail if the last explicit manifest that they read is empty or cannot be read</source>
        <translation>Aufrufe vor vkCreateInstance schlagen fehl, wenn das letzte explizite Manifest, das sie lesen, leer oder nicht lesbar ist</translation>
    </message>
    <message>
        <source>an override with a library of its own blocks layers as one with components does</source>
        <translation>ein Override mit eigener Bibliothek blockiert Layer wie eines mit Komponenten</translation>
    </message>
    <message>
        <source>a layer is written over what a removed override left in memory: lists are freed twice</source>
        <translation>ein Layer wird über das geschrieben, was ein entferntes Override im Speicher zurückließ: Listen werden zweimal freigegeben</translation>
    </message>
    <message>
        <source>empty entries of a search variable hide no second mention of a path</source>
        <translation>leere Einträge einer Suchvariablen verdecken keine zweite Nennung eines Pfads</translation>
    </message>
    <message>
        <source>what should be a text is printed whole (before: without its first and last)</source>
        <translation>was eine Zeichenkette sein sollte, wird ganz ausgegeben (vorher: ohne erstes und letztes Zeichen)</translation>
    </message>
    <message>
        <source>the path of a library may be longer than 1023 bytes (before: cut off there)</source>
        <translation>der Pfad einer Bibliothek darf länger als 1023 Byte sein (vorher: dort abgeschnitten)</translation>
    </message>
    <message>
        <source>a program whose path has more than 1,024 bytes matches no app_keys</source>
        <translation>ein Programm, dessen Pfad mehr als 1.024 Byte hat, passt zu keinen app_keys</translation>
    </message>
    <message>
        <source>a program whose path has more than 1,023 bytes is unknown, so that any app_keys will do (seen in 1.4.357, not in 1.4.349)</source>
        <translation>ein Programm, dessen Pfad mehr als 1.023 Byte hat, ist unbekannt, sodass beliebige app_keys passen (gesehen in 1.4.357, nicht in 1.4.349)</translation>
    </message>
    <message>
        <source>vk_loader_settings.json is read</source>
        <translation>vk_loader_settings.json wird gelesen</translation>
    </message>
    <message>
        <source>vk_loader_settings.json lies in loader_settings.d (before: in settings.d)</source>
        <translation>vk_loader_settings.json liegt in loader_settings.d (vorher: in settings.d)</translation>
    </message>
    <message>
        <source>with VK_KHR_maintenance5 a device has no core functions newer than the application</source>
        <translation>mit VK_KHR_maintenance5 hat ein Gerät keine Kernfunktionen, die neuer sind als die Anwendung</translation>
    </message>
    <message>
        <source>VK_LOADER_LAYERS_ALLOW exempts from the disable filter</source>
        <translation>VK_LOADER_LAYERS_ALLOW nimmt vom Ausschaltfilter aus</translation>
    </message>
    <message>
        <source>an invalid JSON file is skipped (before: the call fails)</source>
        <translation>eine ungültige JSON-Datei wird übersprungen (vorher: der Aufruf schlägt fehl)</translation>
    </message>
    <message>
        <source>a malformed list of layers in the settings file is safe (before: a crash)</source>
        <translation>eine fehlerhafte Layer-Liste in der Einstellungsdatei ist ungefährlich (vorher: Absturz)</translation>
    </message>
    <message>
        <source>a driver that fails to name its devices is passed over (before: the call fails with its error; seen in 1.3.285, not in 1.3.278)</source>
        <translation>ein Treiber, der seine Geräte nicht nennen kann, wird übergangen (vorher: der Aufruf schlägt mit dessen Fehler fehl; gesehen in 1.3.285, nicht in 1.3.278)</translation>
    </message>
    <message>
        <source>a driver without devices is unloaded</source>
        <translation>ein Treiber ohne Geräte wird entladen</translation>
    </message>
    <message>
        <source>VK_IMPLICIT_LAYER_PATH and VK_ADD_IMPLICIT_LAYER_PATH</source>
        <translation>VK_IMPLICIT_LAYER_PATH und VK_ADD_IMPLICIT_LAYER_PATH</translation>
    </message>
    <message>
        <source>the settings file&apos;s on is stronger than VK_LOADER_LAYERS_DISABLE</source>
        <translation>das on der Einstellungsdatei ist stärker als VK_LOADER_LAYERS_DISABLE</translation>
    </message>
    <message>
        <source>before an instance the settings file&apos;s layers count by their variables alone</source>
        <translation>vor einer Instanz zählen die Layer der Einstellungsdatei allein nach ihren Variablen</translation>
    </message>
    <message>
        <source>off entries take no layer&apos;s place in lists, and are compared without a crash</source>
        <translation>off-Einträge nehmen in Listen keinem Layer den Platz und werden ohne Absturz verglichen</translation>
    </message>
    <message>
        <source>a name is looked for in an array without harm (before: a crash)</source>
        <translation>ein Name wird ohne Schaden in einem Array gesucht (vorher: Absturz)</translation>
    </message>
    <message>
        <source>an entry of the settings file whose manifest yields no layer leaves the others alone</source>
        <translation>ein Eintrag der Einstellungsdatei, dessen Manifest keinen Layer ergibt, lässt die anderen unberührt</translation>
    </message>
    <message>
        <source>the first section for a program counts (before: the last)</source>
        <translation>der erste Abschnitt für ein Programm zählt (vorher: der letzte)</translation>
    </message>
    <message>
        <source>an off entry before one of the same name is safe (before: a crash)</source>
        <translation>ein off-Eintrag vor einem gleichen Namens ist ungefährlich (vorher: Absturz)</translation>
    </message>
    <message>
        <source>of an inner meta-layer further down the list no extension comes up</source>
        <translation>von einem inneren Meta-Layer weiter unten in der Liste kommt keine Erweiterung nach oben</translation>
    </message>
    <message>
        <source>meta-layers that lead back to themselves are refused (before: stack overflow)</source>
        <translation>Meta-Layer, die zu sich selbst zurückführen, werden abgelehnt (vorher: Stapelüberlauf)</translation>
    </message>
    <message>
        <source>JSON keys ignore case, names too long drop the layer, a BOM is accepted</source>
        <translation>bei JSON-Schlüsseln zählt Groß- und Kleinschreibung nicht, zu lange Namen verwerfen den Layer, ein BOM wird angenommen</translation>
    </message>
    <message>
        <source>root members after &quot;settings&quot; count as further sections</source>
        <translation>Mitglieder der Wurzel nach „settings“ zählen als weitere Abschnitte</translation>
    </message>
    <message>
        <source>every section of the settings file is in force, also an empty one</source>
        <translation>jeder Abschnitt der Einstellungsdatei ist in Kraft, auch ein leerer</translation>
    </message>
    <message>
        <source>for a program of 1.1 devices are sorted, whatever the drivers (seen in 1.4.315, not in 1.4.313)</source>
        <translation>für ein Programm mit 1.1 werden Geräte sortiert, gleich mit welchen Treibern (gesehen in 1.4.315, nicht in 1.4.313)</translation>
    </message>
    <message>
        <source>what a section holds decides whether it is in force</source>
        <translation>der Inhalt eines Abschnitts entscheidet, ob er in Kraft ist</translation>
    </message>
    <message>
        <source>additional_drivers, additional_drivers_use_exclusively and device_configurations of the settings file (seen in 1.4.324, not in 1.4.315)</source>
        <translation>additional_drivers, additional_drivers_use_exclusively und device_configurations der Einstellungsdatei (gesehen in 1.4.324, nicht in 1.4.315)</translation>
    </message>
    <message>
        <source>a section in force without layers hides all layers</source>
        <translation>ein Abschnitt in Kraft ohne Layer verdeckt alle Layer</translation>
    </message>
    <message>
        <source>an empty list of layers or device configurations puts no section in force</source>
        <translation>eine leere Liste von Layern oder Gerätekonfigurationen setzt keinen Abschnitt in Kraft</translation>
    </message>
    <message>
        <source>the settings file is looked for in XDG folders (before: in three places)</source>
        <translation>die Einstellungsdatei wird in XDG-Ordnern gesucht (vorher: an drei Orten)</translation>
    </message>
    <message>
        <source>of a driver&apos;s library_arch two letters count (before: the whole text)</source>
        <translation>von der library_arch eines Treibers zählen zwei Buchstaben (vorher: der ganze Text)</translation>
    </message>
    <message>
        <source>a malformed device configuration counts as one of zeros behind the others, unless it is the last one, which decides for all (seen from 1.4.326 to 1.4.357)</source>
        <translation>eine fehlerhafte Gerätekonfiguration zählt als eine aus Nullen hinter den anderen, außer der letzten, die für alle entscheidet (gesehen von 1.4.326 bis 1.4.357)</translation>
    </message>
    <message>
        <source>if no configured device is there, the query fails (before: it succeeds with none; seen in 1.4.326, not in 1.4.324)</source>
        <translation>ist kein konfiguriertes Gerät vorhanden, schlägt die Abfrage fehl (vorher: sie gelingt ohne Gerät; gesehen in 1.4.326, nicht in 1.4.324)</translation>
    </message>
    <message>
        <source>a device configuration must name driverUUID and driverVersion</source>
        <translation>eine Gerätekonfiguration muss driverUUID und driverVersion nennen</translation>
    </message>
    <message>
        <source>malformed device configurations leave the section in force</source>
        <translation>fehlerhafte Gerätekonfigurationen lassen den Abschnitt in Kraft</translation>
    </message>
    <message>
        <source>VK_LOADER_DEVICE_ID_FILTER, VK_LOADER_VENDOR_ID_FILTER, VK_LOADER_DRIVER_ID_FILTER</source>
        <translation>VK_LOADER_DEVICE_ID_FILTER, VK_LOADER_VENDOR_ID_FILTER, VK_LOADER_DRIVER_ID_FILTER</translation>
    </message>
    <message>
        <source>of a filter for identifiers 16 ranges count (seen up to 1.4.360, not in 1.4.364)</source>
        <translation>von einem Filter für Kennungen zählen 16 Bereiche (gesehen bis 1.4.360, nicht in 1.4.364)</translation>
    </message>
    <message>
        <source>VK_INSTANCE_LAYERS places implicit layers too</source>
        <translation>VK_INSTANCE_LAYERS bestimmt auch den Platz impliziter Layer</translation>
    </message>
    <message>
        <source>a layer without a type is listed by its name, as an implicit one</source>
        <translation>ein Layer ohne Typ wird mit seinem Namen aufgelistet, als impliziter</translation>
    </message>
    <message>
        <source>the path of the settings file is written with a slash twice</source>
        <translation>der Pfad der Einstellungsdatei wird mit doppeltem Schrägstrich geschrieben</translation>
    </message>
    <message>
        <source>a second layer of the same name leaves the list</source>
        <translation>ein zweiter Layer gleichen Namens verlässt die Liste</translation>
    </message>
    <message>
        <source>several layers of one manifest in the settings file</source>
        <translation>mehrere Layer eines Manifests in der Einstellungsdatei</translation>
    </message>
    <message>
        <source>a layer without api_version or implementation_version is listed as far as it was read</source>
        <translation>ein Layer ohne api_version oder implementation_version wird so weit aufgelistet, wie er gelesen wurde</translation>
    </message>
    <message>
        <source>the log tells what a program passes to vkCreateInstance</source>
        <translation>das Protokoll sagt, was ein Programm an vkCreateInstance übergibt</translation>
    </message>
    <message>
        <source>a malformed device configuration is passed over</source>
        <translation>eine fehlerhafte Gerätekonfiguration wird übergangen</translation>
    </message>
    <message>
        <source>VK_LOADER_SEARCH_ONLY_IN_BUNDLE leaves only the bundle to the search (macOS)</source>
        <translation>VK_LOADER_SEARCH_ONLY_IN_BUNDLE lässt der Suche nur das Bundle (macOS)</translation>
    </message>
    <message>
        <source>** and patterns of two characters match</source>
        <translation>** und Muster aus zwei Zeichen passen</translation>
    </message>
    <message>
        <source>a layer path of the settings file must end in .json</source>
        <translation>ein Layer-Pfad der Einstellungsdatei muss auf .json enden</translation>
    </message>
    <message>
        <source>a manifest found twice is read once (seen in 1.4.364, not in 1.4.360)</source>
        <translation>ein zweimal gefundenes Manifest wird einmal gelesen (gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>VK_LOADER_DRIVER_ID_FILTER asks through the layers (before: the driver alone; seen in 1.4.364, not in 1.4.360)</source>
        <translation>VK_LOADER_DRIVER_ID_FILTER fragt durch die Layer (vorher: nur den Treiber; gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>a layer that could not be loaded is not among the layers of a device (seen in 1.4.364, not in 1.4.360)</source>
        <translation>ein Layer, der nicht geladen werden konnte, ist nicht unter den Layern eines Geräts (gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>device configurations choose among device groups too (seen in 1.4.364, not in 1.4.360)</source>
        <translation>Gerätekonfigurationen wählen auch unter Gerätegruppen (gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>drivers are offered interface 6 (before: 5; seen in 1.2.170, not in 1.2.141)</source>
        <translation>Treibern wird Schnittstelle 6 angeboten (vorher: 5; gesehen in 1.2.170, nicht in 1.2.141)</translation>
    </message>
    <message>
        <source>drivers without VK_KHR_portability_enumeration do not see its flag (seen in 1.3.227, not in 1.3.224)</source>
        <translation>Treiber ohne VK_KHR_portability_enumeration sehen dessen Flag nicht (gesehen in 1.3.227, nicht in 1.3.224)</translation>
    </message>
    <message>
        <source>drivers are offered interface 7 (seen in 1.3.237, not in 1.3.231)</source>
        <translation>Treibern wird Schnittstelle 7 angeboten (gesehen in 1.3.237, nicht in 1.3.231)</translation>
    </message>
    <message>
        <source>drivers are told the names of their own VkInstance and VkPhysicalDevice (before: of the loader&apos;s, if vkGetDeviceProcAddr gave the function, which it did without the extension)</source>
        <translation>Treiber erfahren die Namen ihrer eigenen VkInstance und VkPhysicalDevice (vorher: der des Loaders, wenn vkGetDeviceProcAddr die Funktion gab, was es ohne die Erweiterung tat)</translation>
    </message>
    <message>
        <source>if a layer fails after the drivers&apos; instances are there, these are destroyed (seen in 1.3.244, not in 1.3.240)</source>
        <translation>schlägt ein Layer fehl, nachdem die Instanzen der Treiber da sind, werden diese zerstört (gesehen in 1.3.244, nicht in 1.3.240)</translation>
    </message>
    <message>
        <source>a driver without device extensions is asked for the list all the same (seen in 1.3.244, not in 1.3.240)</source>
        <translation>ein Treiber ohne Geräteerweiterungen wird trotzdem nach der Liste gefragt (gesehen in 1.3.244, nicht in 1.3.240)</translation>
    </message>
    <message>
        <source>labels of VK_EXT_debug_utils are there if it is enabled (before: always; seen in 1.3.254, not in 1.3.248)</source>
        <translation>Labels von VK_EXT_debug_utils gibt es, wenn es eingeschaltet ist (vorher: immer; gesehen in 1.3.254, nicht in 1.3.248)</translation>
    </message>
    <message>
        <source>functions of VK_EXT_debug_marker are there if the application enables it (before: if it is enabled in the driver; seen in 1.3.266, not in 1.3.263)</source>
        <translation>Funktionen von VK_EXT_debug_marker gibt es, wenn die Anwendung es einschaltet (vorher: wenn es im Treiber eingeschaltet ist; gesehen in 1.3.266, nicht in 1.3.263)</translation>
    </message>
    <message>
        <source>a driver without vkAcquireDrmDisplayEXT answers that the extension is not present (before: a general failure; seen in 1.3.271, not in 1.3.266)</source>
        <translation>ein Treiber ohne vkAcquireDrmDisplayEXT antwortet, dass die Erweiterung nicht vorhanden ist (vorher: ein allgemeiner Fehler; gesehen in 1.3.271, nicht in 1.3.266)</translation>
    </message>
    <message>
        <source>surfaces, messengers and report callbacks that the application left are destroyed in drivers before the instance (seen in 1.3.285, not in 1.3.278)</source>
        <translation>Surfaces, Messenger und Report-Callbacks, die die Anwendung übrig ließ, werden in Treibern vor der Instanz zerstört (gesehen in 1.3.285, nicht in 1.3.278)</translation>
    </message>
    <message>
        <source>if one driver refuses a messenger, those of the others are destroyed at once and again with the instance (seen from 1.3.285 to 1.4.349, not in 1.3.278 and 1.4.357)</source>
        <translation>lehnt ein Treiber einen Messenger ab, werden die der anderen sofort und mit der Instanz noch einmal zerstört (gesehen von 1.3.285 bis 1.4.349, nicht in 1.3.278 und 1.4.357)</translation>
    </message>
    <message>
        <source>layers find vkEnumerateInstance... below themselves, with an instance and without (seen in 1.3.285, not in 1.3.278)</source>
        <translation>Layer finden vkEnumerateInstance... unter sich, mit einer Instanz und ohne (gesehen in 1.3.285, nicht in 1.3.278)</translation>
    </message>
    <message>
        <source>a driver without surfaces of its own is told the name of the loader&apos;s (before: of none; seen in 1.3.285, not in 1.3.278)</source>
        <translation>ein Treiber ohne eigene Surfaces erfährt den Namen der des Loaders (vorher: keinen; gesehen in 1.3.285, nicht in 1.3.278)</translation>
    </message>
    <message>
        <source>vkCreateSharedSwapchainsKHR does nothing once there is a surface (seen from 1.3.295 to 1.4.349, not in 1.3.293 and 1.4.357)</source>
        <translation>vkCreateSharedSwapchainsKHR tut nichts, sobald es eine Surface gibt (gesehen von 1.3.295 bis 1.4.349, nicht in 1.3.293 und 1.4.357)</translation>
    </message>
    <message>
        <source>drivers that read the loader&apos;s surface find nothing in it (seen from 1.3.295 to 1.3.302, not in 1.3.293 and 1.4.309)</source>
        <translation>Treiber, die die Surface des Loaders lesen, finden nichts darin (gesehen von 1.3.295 bis 1.3.302, nicht in 1.3.293 und 1.4.309)</translation>
    </message>
    <message>
        <source>VK_EXT_surface_maintenance1 is filled in for drivers that lack it</source>
        <translation>VK_EXT_surface_maintenance1 wird für Treiber ausgefüllt, denen es fehlt</translation>
    </message>
    <message>
        <source>a present mode is written for drivers without VK_EXT_surface_maintenance1 even where there is no room for it (seen up to 1.3.302, not in 1.4.309)</source>
        <translation>ein Present-Modus wird für Treiber ohne VK_EXT_surface_maintenance1 auch dort geschrieben, wo kein Platz ist (gesehen bis 1.3.302, nicht in 1.4.309)</translation>
    </message>
    <message>
        <source>a driver that reads the loader&apos;s surface is asked for capabilities of none, if it lacks VK_KHR_get_surface_capabilities2 (seen in 1.4.309, not in 1.3.302 and 1.4.313)</source>
        <translation>ein Treiber, der die Surface des Loaders liest, wird nach Fähigkeiten keiner Surface gefragt, wenn ihm VK_KHR_get_surface_capabilities2 fehlt (gesehen in 1.4.309, nicht in 1.3.302 und 1.4.313)</translation>
    </message>
    <message>
        <source>a driver&apos;s surface is made when it is first asked about it (before: at once)</source>
        <translation>die Surface eines Treibers entsteht, wenn er zum ersten Mal danach gefragt wird (vorher: sofort)</translation>
    </message>
    <message>
        <source>a driver makes surfaces only if the extensions for it are enabled in that driver (seen in 1.4.315, not in 1.4.313)</source>
        <translation>ein Treiber erzeugt Surfaces nur, wenn die Erweiterungen dafür in ihm eingeschaltet sind (gesehen in 1.4.315, nicht in 1.4.313)</translation>
    </message>
    <message>
        <source>vkGetDeviceGroupSurfacePresentModesKHR is there with VK_KHR_device_group alone (before: with VK_KHR_swapchain; seen in 1.4.324, not in 1.4.315)</source>
        <translation>vkGetDeviceGroupSurfacePresentModesKHR gibt es schon mit VK_KHR_device_group (vorher: mit VK_KHR_swapchain; gesehen in 1.4.324, nicht in 1.4.315)</translation>
    </message>
    <message>
        <source>a device whose driver makes no surface does not support it (before: an error)</source>
        <translation>ein Gerät, dessen Treiber keine Surface erzeugt, unterstützt sie nicht (vorher: ein Fehler)</translation>
    </message>
    <message>
        <source>what vkGetPhysicalDeviceSurfaceCapabilities2EXT fills in for drivers that lack it is left alone if the driver answers with an error (seen in 1.4.364, not in 1.4.360)</source>
        <translation>was vkGetPhysicalDeviceSurfaceCapabilities2EXT für Treiber ausfüllt, denen es fehlt, bleibt unberührt, wenn der Treiber mit einem Fehler antwortet (gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>a surface with an unknown structure behind its create info is refused (since 1.4.310: drivers got none at all; seen in 1.4.330, not in 1.4.326)</source>
        <translation>eine Surface mit einer unbekannten Struktur hinter ihrer Create-Info wird abgelehnt (seit 1.4.310: Treiber erhielten gar keine; gesehen in 1.4.330, nicht in 1.4.326)</translation>
    </message>
    <message>
        <source>a layer whose negotiation fails is left out; before, its exported functions are used (seen in 1.4.364, not in 1.4.360)</source>
        <translation>ein Layer, dessen Aushandlung fehlschlägt, wird weggelassen; vorher werden seine exportierten Funktionen verwendet (gesehen in 1.4.364, nicht in 1.4.360)</translation>
    </message>
    <message>
        <source>Loader of unknown version</source>
        <translation>Loader unbekannter Version</translation>
    </message>
    <message>
        <source>known are 1.0.3 to 1.0.12 and 1.1.96 to {newest}</source>
        <translation>bekannt sind 1.0.3 bis 1.0.12 und 1.1.96 bis {newest}</translation>
    </message>
    <message>
        <source>{text!r} is not a version like 1.3.239, {known}</source>
        <translation>{text!r} ist keine Version wie 1.3.239, {known}</translation>
    </message>
    <message>
        <source>there is no loader {text}, {known}</source>
        <translation>es gibt keinen Loader {text}, {known}</translation>
    </message>
    <message>
        <source>there is no loader {text}: those of {major}.{minor} that are known run from {major}.{minor}.{first} to {major}.{minor}.{last}</source>
        <translation>es gibt keinen Loader {text}: die bekannten von {major}.{minor} reichen von {major}.{minor}.{first} bis {major}.{minor}.{last}</translation>
    </message>
    <message>
        <source>Another program changed {path} meanwhile; it was left as it is.</source>
        <translation>Ein anderes Programm hat {path} inzwischen geändert; die Datei blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>To list what is applied now: vkconfig-py overrides</source>
        <translation>Was jetzt angewendet ist, zeigt: vkconfig-py overrides</translation>
    </message>
    <message>
        <source>The previous {path} cannot be restored: {file}: {reason}.</source>
        <translation>Das vorherige {path} kann nicht wiederhergestellt werden: {file}: {reason}.</translation>
    </message>
    <message>
        <source>The end could not be changed: {reason}</source>
        <translation>Die Frist konnte nicht geändert werden: {reason}</translation>
    </message>
    <message>
        <source>The end could not be changed</source>
        <translation>Die Frist konnte nicht geändert werden</translation>
    </message>
    <message>
        <source>the files are for Windows, which this machine does not run</source>
        <translation>die Dateien sind für Windows, das auf diesem Rechner nicht läuft</translation>
    </message>
    <message>
        <source>there is nothing to write</source>
        <translation>es gibt nichts zu schreiben</translation>
    </message>
    <message>
        <source>Nothing was applied: {reason}.</source>
        <translation>Nichts wurde angewendet: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was applied</source>
        <translation>Nichts wurde angewendet</translation>
    </message>
    <message>
        <source>Not everything could be withdrawn</source>
        <translation>Nicht alles konnte zurückgenommen werden</translation>
    </message>
    <message>
        <source>The record could not be completed</source>
        <translation>Die Aufzeichnung des Angewendeten konnte nicht vervollständigt werden</translation>
    </message>
    <message>
        <source>{path} is not read before the other manifests of its folder: no name of those tried is listed there by this file system.</source>
        <translation>{path} wird nicht vor den anderen Manifesten seines Ordners gelesen: Keinen der versuchten Namen führt dieses Dateisystem dort auf.</translation>
    </message>
    <message>
        <source>{path} is not read after the other manifests of its folder: no name of those tried is listed there by this file system.</source>
        <translation>{path} wird nicht nach den anderen Manifesten seines Ordners gelesen: Keinen der versuchten Namen führt dieses Dateisystem dort auf.</translation>
    </message>
    <message>
        <source>Whether a driver fits is known only once it is opened: a probe tells why it does not.</source>
        <translation>Ob ein Treiber passt, zeigt sich erst, wenn er geöffnet wird: Ein Test sagt, warum er nicht passt.</translation>
    </message>
    <message>
        <source>Devices are known from an earlier probe: a new one brings them up to date.</source>
        <translation>Die Geräte sind von einem früheren Test bekannt: Ein neuer bringt sie auf den aktuellen Stand.</translation>
    </message>
    <message>
        <source>The {loader} does not keep the driver {driver}.</source>
        <translation>Der {loader} behält den Treiber {driver} nicht.</translation>
    </message>
    <message>
        <source>The {loader} also opens the driver {driver}, which was not predicted.</source>
        <translation>Der {loader} öffnet auch den Treiber {driver}; das war nicht vorhergesagt.</translation>
    </message>
    <message>
        <source>The {loader} lists no devices: {result}.</source>
        <translation>Der {loader} nennt keine Geräte: {result}.</translation>
    </message>
    <message>
        <source>The {loader} lists {devices}; predicted: {predicted}.</source>
        <translation>Der {loader} nennt {devices}; vorhergesagt: {predicted}.</translation>
    </message>
    <message>
        <source>none</source>
        <comment>of several devices</comment>
        <translation>keines</translation>
    </message>
    <message>
        <source>Asked {when}.</source>
        <translation>Abgefragt {when}.</translation>
    </message>
    <message>
        <source>Programs get no device: {loader} returns {result}.</source>
        <translation>Programme bekommen kein Gerät: {loader} gibt {result} zurück.</translation>
    </message>
    <message>
        <source>Verified: programs get {devices}, in this order.</source>
        <translation>Nachgewiesen: Programme bekommen {devices}, in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>Verified: programs get {device} only.</source>
        <translation>Nachgewiesen: Programme bekommen nur {device}.</translation>
    </message>
    <message>
        <source>Verified: programs get {device} first.</source>
        <translation>Nachgewiesen: Programme bekommen {device} zuerst.</translation>
    </message>
    <message>
        <source>It differs: with {loader} programs get {devices}, but {chosen} was chosen.</source>
        <translation>Abweichung: Mit {loader} bekommen Programme {devices}; gewählt war {chosen}.</translation>
    </message>
    <message>
        <source>{path} is not written yet; this can be checked once it is applied.</source>
        <translation>{path} ist noch nicht geschrieben; nachweisen lässt sich das nach dem Anwenden.</translation>
    </message>
    <message>
        <source>VkConfig is running (process {process})</source>
        <translation>VkConfig läuft (Prozess {process})</translation>
    </message>
    <message>
        <source>VkConfig is running</source>
        <translation>VkConfig läuft</translation>
    </message>
    <message>
        <source>It rewrites vk_loader_settings.json and vk_layer_settings.txt with every change and deletes them when it ends, also what vkconfig-py wrote there. Quit it before you apply something here.</source>
        <translation>Es schreibt vk_loader_settings.json und vk_layer_settings.txt bei jeder Änderung neu und löscht sie beim Beenden, auch was dieses Programm dort geschrieben hat. Beenden Sie es, bevor Sie hier etwas anwenden.</translation>
    </message>
    <message numerus="yes">
        <source>Its {files} affect every program now.</source>
        <comment>Its {files} affects every program now.</comment>
        <translation>
            <numerusform>Seine Datei {files} wirkt jetzt auf jedes Programm.</numerusform>
            <numerusform>Seine Dateien {files} wirken jetzt auf jedes Programm.</numerusform>
        </translation>
    </message>
    <message>
        <source>An unknown program</source>
        <translation>Ein unbekanntes Programm</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Jemand anderes</translation>
    </message>
    <message>
        <source>A ReShade installer</source>
        <translation>Ein ReShade-Installer</translation>
    </message>
    <message>
        <source>The layers of every program read it before any other settings file.</source>
        <translation>Die Layer jedes Programms lesen sie vor jeder anderen Einstellungsdatei.</translation>
    </message>
    <message>
        <source>Nothing was removed: {path}: there is no such file.</source>
        <translation>Nichts wurde entfernt: {path}: Es gibt keine solche Datei.</translation>
    </message>
    <message>
        <source>Nothing was removed</source>
        <translation>Nichts wurde entfernt</translation>
    </message>
    <message>
        <source>Nothing was restored: {path}: another file is there now.</source>
        <translation>Nichts wurde wiederhergestellt: {path}: Dort steht jetzt eine andere Datei.</translation>
    </message>
    <message>
        <source>Nothing was restored: the journal has no removed {path}.</source>
        <translation>Nichts wurde wiederhergestellt: Das Journal kennt kein entferntes {path}.</translation>
    </message>
    <message>
        <source>It is not used ({reason}), but still hides the explicit layers of the system.</source>
        <translation>Die Datei wird nicht verwendet ({reason}), verbirgt aber weiterhin die expliziten Layer des Systems.</translation>
    </message>
    <message>
        <source>It is not used: {reason}.</source>
        <translation>Die Datei wird nicht verwendet: {reason}.</translation>
    </message>
    <message>
        <source>It replaces the folders in which explicit layers are searched.</source>
        <translation>Sie ersetzt die Ordner, in denen explizite Layer gesucht werden.</translation>
    </message>
    <message>
        <source>It changes nothing.</source>
        <translation>Sie ändert nichts.</translation>
    </message>
    <message>
        <source>{effect} It is for {programs} only.</source>
        <translation>{effect} Das gilt nur für {programs}.</translation>
    </message>
    <message numerus="yes">
        <source>It turns on {n} layers and blocks {blocked}.</source>
        <comment>It turns on {n} layer and blocks {blocked}.</comment>
        <translation>
            <numerusform>Die Datei schaltet {n} Layer ein und blockiert {blocked}.</numerusform>
            <numerusform>Die Datei schaltet {n} Layer ein und blockiert {blocked}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It turns on {n} layers.</source>
        <comment>It turns on {n} layer.</comment>
        <translation>
            <numerusform>Die Datei schaltet {n} Layer ein.</numerusform>
            <numerusform>Die Datei schaltet {n} Layer ein.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It blocks {n} layers.</source>
        <comment>It blocks {n} layer.</comment>
        <translation>
            <numerusform>Die Datei blockiert {n} Layer.</numerusform>
            <numerusform>Die Datei blockiert {n} Layer.</numerusform>
        </translation>
    </message>
    <message>
        <source>It hides every layer that it does not list.</source>
        <translation>Sie verbirgt jeden Layer, den sie nicht aufführt.</translation>
    </message>
    <message>
        <source>It changes no layer.</source>
        <translation>Sie ändert keinen Layer.</translation>
    </message>
    <message>
        <source>nothing in it can be used for this program</source>
        <translation>nichts darin ist für dieses Programm brauchbar</translation>
    </message>
    <message>
        <source>loader {version} does not read it, newer ones do</source>
        <translation>Loader {version} liest es nicht, neuere schon</translation>
    </message>
    <message>
        <source>the kept copy was changed</source>
        <translation>die aufbewahrte Kopie wurde verändert</translation>
    </message>
    <message>
        <source>symbolic link to {path}</source>
        <translation>symbolischer Link auf {path}</translation>
    </message>
    <message>
        <source>XDG_RUNTIME_DIR is not set, so a logout would not be noticed</source>
        <translation>XDG_RUNTIME_DIR ist nicht gesetzt; eine Abmeldung würde nicht bemerkt</translation>
    </message>
    <message>
        <source>no process {pid} is running</source>
        <translation>kein Prozess {pid} läuft</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}</source>
        <translation>{path} kann nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>you are not logged in to a session, so there is no logout to wait for</source>
        <translation>Sie sind in keiner Sitzung angemeldet; es gibt also keine Abmeldung, auf die gewartet werden könnte</translation>
    </message>
    <message>
        <source>No guard process could be started ({reason}), so what is applied for a time may stay longer: until vkconfig-py runs the next time.</source>
        <translation>Es konnte kein Wächter gestartet werden ({reason}); was nach Ablauf seiner Frist noch angewendet ist, bleibt vielleicht, bis vkconfig-py das nächste Mal läuft.</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>Status {status}</translation>
    </message>
    <message>
        <source>Jan</source>
        <comment>a month</comment>
        <translation>Jan.</translation>
    </message>
    <message>
        <source>Feb</source>
        <comment>a month</comment>
        <translation>Feb.</translation>
    </message>
    <message>
        <source>Mar</source>
        <comment>a month</comment>
        <translation>März</translation>
    </message>
    <message>
        <source>Apr</source>
        <comment>a month</comment>
        <translation>Apr.</translation>
    </message>
    <message>
        <source>May</source>
        <comment>a month, shortened</comment>
        <translation>Mai</translation>
    </message>
    <message>
        <source>Jun</source>
        <comment>a month</comment>
        <translation>Juni</translation>
    </message>
    <message>
        <source>Jul</source>
        <comment>a month</comment>
        <translation>Juli</translation>
    </message>
    <message>
        <source>Aug</source>
        <comment>a month</comment>
        <translation>Aug.</translation>
    </message>
    <message>
        <source>Sep</source>
        <comment>a month</comment>
        <translation>Sept.</translation>
    </message>
    <message>
        <source>Oct</source>
        <comment>a month</comment>
        <translation>Okt.</translation>
    </message>
    <message>
        <source>Nov</source>
        <comment>a month</comment>
        <translation>Nov.</translation>
    </message>
    <message>
        <source>Dec</source>
        <comment>a month</comment>
        <translation>Dez.</translation>
    </message>
    <message>
        <source>{day} {month}, {time}</source>
        <translation>{day}. {month}, {time}</translation>
    </message>
    <message>
        <source>Ends in {duration}</source>
        <translation>Endet in {duration}</translation>
    </message>
    <message>
        <source>Ends in {duration}, at {time}</source>
        <translation>Endet in {duration}, um {time}</translation>
    </message>
    <message>
        <source>Stays until you withdraw it</source>
        <translation>Bleibt, bis Sie sie zurücknehmen</translation>
    </message>
    <message>
        <source>Withdrawn when you log out</source>
        <translation>Wird zurückgenommen, wenn Sie sich abmelden</translation>
    </message>
    <message>
        <source>Withdrawn when this window closes</source>
        <translation>Wird zurückgenommen, wenn dieses Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>Withdrawn when the window that applied it closes</source>
        <translation>Wird zurückgenommen, wenn das Fenster, das sie angewendet hat, geschlossen wird</translation>
    </message>
    <message>
        <source>Withdrawn when {program} (process {process}) ends</source>
        <translation>Wird zurückgenommen, wenn {program} (Prozess {process}) endet</translation>
    </message>
    <message>
        <source>until {time}</source>
        <translation>bis {time}</translation>
    </message>
    <message>
        <source>until you log out</source>
        <translation>bis zur Abmeldung</translation>
    </message>
    <message>
        <source>until this window closes</source>
        <translation>bis dieses Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>until the window of process {process} closes</source>
        <translation>bis das Fenster von Prozess {process} geschlossen wird</translation>
    </message>
    <message>
        <source>until {program} (process {process}) ends</source>
        <translation>bis {program} (Prozess {process}) endet</translation>
    </message>
    <message>
        <source>A guard process withdraws it then (process {process}).</source>
        <translation>Ein Wächterprozess nimmt es dann zurück (Prozess {process}).</translation>
    </message>
    <message>
        <source>No guard process runs: it is withdrawn when vkconfig-py runs the next time after that.</source>
        <translation>Kein Wächter läuft: Sie endet, sobald vkconfig-py danach läuft.</translation>
    </message>
    <message>
        <source>Withdraw now</source>
        <translation>Jetzt zurücknehmen</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Ends {duration} later</source>
        <translation>Endet {duration} später</translation>
    </message>
    <message>
        <source>Apply again</source>
        <translation>Erneut anwenden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} days ago</source>
        <comment>{n:,} day ago</comment>
        <translation>
            <numerusform>vor {n:,} Tag</numerusform>
            <numerusform>vor {n:,} Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Applied to this system:</source>
        <translation>Auf dieses System angewendet:</translation>
    </message>
    <message>
        <source>applied</source>
        <comment>of a configuration</comment>
        <translation>angewendet</translation>
    </message>
    <message>
        <source>“{name}” is applied</source>
        <translation>„{name}“ ist angewendet</translation>
    </message>
    <message>
        <source>still applied</source>
        <translation>noch angewendet</translation>
    </message>
    <message>
        <source>What was applied {age} has expired, but still affects every program.</source>
        <translation>Die Frist ist abgelaufen; was {age} angewendet wurde, wirkt noch auf jedes Programm.</translation>
    </message>
    <message>
        <source>What was applied {age} has expired, but still affects {programs}.</source>
        <translation>Die Frist ist abgelaufen; was {age} angewendet wurde, wirkt noch auf {programs}.</translation>
    </message>
    <message>
        <source>vkconfig-py ended unexpectedly; what it applied {age} still affects every program.</source>
        <translation>vkconfig-py wurde unerwartet beendet; was es {age} angewendet hat, wirkt noch auf jedes Programm.</translation>
    </message>
    <message>
        <source>vkconfig-py ended unexpectedly; what it applied {age} still affects {programs}.</source>
        <translation>vkconfig-py wurde unerwartet beendet; was es {age} angewendet hat, wirkt noch auf {programs}.</translation>
    </message>
    <message>
        <source>{owner} applied an override on {time}.</source>
        <translation>Override angewendet ({time}): {owner}.</translation>
    </message>
    <message>
        <source>A layer settings file has been here since {time}.</source>
        <translation>Seit {time} gibt es hier eine Layer-Einstellungsdatei.</translation>
    </message>
    <message>
        <source>layer settings found</source>
        <translation>Layer-Einstellungen gefunden</translation>
    </message>
    <message>
        <source>override found</source>
        <translation>Override gefunden</translation>
    </message>
    <message>
        <source>An override of {owner} was left behind {age}.</source>
        <translation>Ein Override blieb zurück ({owner}, {age}).</translation>
    </message>
    <message>
        <source>A part of {file} was left behind by {owner} {age}.</source>
        <translation>Ein Teil von {file} blieb zurück ({owner}, {age}).</translation>
    </message>
    <message>
        <source>A settings file of {owner} was left behind {age}.</source>
        <translation>Eine Einstellungsdatei blieb zurück ({owner}, {age}).</translation>
    </message>
    <message>
        <source>Its record is lost.</source>
        <translation>Der Eintrag dazu ist verloren.</translation>
    </message>
    <message>
        <source>The programs that it is for no longer exist.</source>
        <translation>Die Programme, für die es bestimmt ist, gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>“{name}”, for every program, since {time}</source>
        <translation>„{name}“, für jedes Programm, seit {time}</translation>
    </message>
    <message>
        <source>“{name}”, for {programs} only, since {time}</source>
        <translation>„{name}“, nur für {programs}, seit {time}</translation>
    </message>
    <message numerus="yes">
        <source>{text}, and {n} more</source>
        <comment>{text}, and {n} more</comment>
        <translation>
            <numerusform>{text} und {n} weitere</numerusform>
            <numerusform>{text} und {n} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>You changed it after applying it.</source>
        <translation>Sie haben sie nach dem Anwenden geändert.</translation>
    </message>
    <message>
        <source>Your folders with layers changed after applying it.</source>
        <translation>Ihre Ordner mit Layern haben sich nach dem Anwenden geändert.</translation>
    </message>
    <message>
        <source>No folder of your own was found</source>
        <translation>Kein eigener Ordner gefunden</translation>
    </message>
    <message>
        <source>This program runs as root</source>
        <translation>Dieses Programm läuft als root</translation>
    </message>
    <message>
        <source>remove this entry</source>
        <translation>diesen Eintrag entfernen</translation>
    </message>
    <message>
        <source>Sections of {owner} were left behind in another program&apos;s settings file</source>
        <translation>Abschnitte in der Einstellungsdatei eines anderen Programms blieben zurück ({owner})</translation>
    </message>
    <message>
        <source>A settings file of {owner} was left behind</source>
        <translation>Eine Einstellungsdatei blieb zurück ({owner})</translation>
    </message>
    <message>
        <source>An override of {owner} was left behind</source>
        <translation>Ein Override blieb zurück ({owner})</translation>
    </message>
    <message>
        <source>A layer settings file here applies to every program</source>
        <translation>Eine Layer-Einstellungsdatei gilt hier für jedes Programm</translation>
    </message>
    <message>
        <source>{owner} applied an override</source>
        <translation>Override angewendet: {owner}</translation>
    </message>
    <message>
        <source>{file} could not be read</source>
        <translation>{file} konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>{reason}. It stays where it is: if its place is needed, a damaged plain file is kept as {copy}; anything else is never replaced.</source>
        <translation>{reason}. Die Datei bleibt, wo sie ist: Eine gewöhnliche, beschädigte Datei wird als {copy} aufbewahrt, wenn ihr Platz gebraucht wird; alles andere wird nie ersetzt.</translation>
    </message>
    <message>
        <source>{path} is not a folder.</source>
        <translation>{path} ist kein Ordner.</translation>
    </message>
    <message>
        <source>{path} cannot be written to.</source>
        <translation>In {path} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{path} belongs to {owner}, not to {user}.</source>
        <translation>{path} gehört {owner}, nicht {user}.</translation>
    </message>
    <message>
        <source>You can look, try and launch; edits are lost when you close the window.</source>
        <translation>Sie können ansehen, ausprobieren und starten; Änderungen gehen verloren, wenn Sie das Fenster schließen.</translation>
    </message>
    <message>
        <source>Changes cannot be saved</source>
        <translation>Änderungen können nicht gespeichert werden</translation>
    </message>
    <message>
        <source>{path} could not be read: {reason}, so what is applied is unknown.</source>
        <translation>{path} konnte nicht gelesen werden: {reason}; daher ist nicht bekannt, was angewendet ist.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of vkconfig-py, so what is applied is unknown.</source>
        <translation>{path} wurde von einer neueren Version dieses Programms geschrieben; daher ist nicht bekannt, was angewendet ist.</translation>
    </message>
    <message>
        <source>{path} is damaged, so what is applied is unknown.</source>
        <translation>{path} ist beschädigt; daher ist nicht bekannt, was angewendet ist.</translation>
    </message>
    <message>
        <source>{place}: an absolute path is expected</source>
        <translation>{place}: ein absoluter Pfad wird erwartet</translation>
    </message>
    <message>
        <source>{place}.content: a file name is expected</source>
        <translation>{place}.content: ein Dateiname wird erwartet</translation>
    </message>
    <message>
        <source>{place}: {number} is out of range</source>
        <translation>{place}: {number} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>Nothing was restored</source>
        <translation>Nichts wurde wiederhergestellt</translation>
    </message>
    <message>
        <source>another program changed it since; it was left as it is</source>
        <translation>ein anderes Programm hat sie seitdem geändert; sie blieb, wie sie ist</translation>
    </message>
    <message>
        <source>its entry cannot be read: {reason}</source>
        <translation>ihr Eintrag kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>the previous content is lost: {file}: {reason}</source>
        <translation>der frühere Inhalt ist verloren: {file}: {reason}</translation>
    </message>
    <message>
        <source>Nothing was changed: {reason}.</source>
        <translation>Nichts wurde geändert: {reason}.</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>Not everything could be withdrawn: {reason} {advice}</source>
        <translation>Nicht alles konnte zurückgenommen werden: {reason} {advice}</translation>
    </message>
    <message>
        <source>“{name}” is not applied</source>
        <translation>„{name}“ ist nicht angewendet</translation>
    </message>
    <message>
        <source>Nothing was extended: it is no longer applied.</source>
        <translation>Nichts wurde verlängert: Sie ist nicht mehr angewendet.</translation>
    </message>
    <message>
        <source>“{name}” has no end time to move: apply it again with one.</source>
        <translation>„{name}“ hat kein Ende, das sich hinausschieben ließe: Wenden Sie sie erneut auf Zeit an.</translation>
    </message>
    <message>
        <source>Expired and withdrawn: {configurations}.</source>
        <translation>Die Frist von {configurations} ist abgelaufen: zurückgenommen.</translation>
    </message>
    <message>
        <source>Nothing is applied to the system</source>
        <translation>Auf das System ist nichts angewendet</translation>
    </message>
    <message>
        <source>Applied to this system: {configurations}.</source>
        <translation>Auf dieses System angewendet: {configurations}.</translation>
    </message>
    <message>
        <source>“{name}”, for every program, {until}</source>
        <translation>„{name}“, für jedes Programm, {until}</translation>
    </message>
    <message>
        <source>“{name}”, for {programs} only, {until}</source>
        <translation>„{name}“, nur für {programs}, {until}</translation>
    </message>
    <message>
        <source>{path} is not written yet; the real loader can be asked once it is applied.</source>
        <translation>{path} ist noch nicht geschrieben; der echte Loader kann nach dem Anwenden gefragt werden.</translation>
    </message>
    <message>
        <source>This platform does not let us imitate an elevated program; nothing was checked.</source>
        <translation>Auf dieser Plattform lässt sich ein Programm mit erhöhten Rechten nicht nachahmen; nichts wurde geprüft.</translation>
    </message>
    <message>
        <source>Asked through {program}, which opens this loader; it asks for no layers of its own.</source>
        <translation>Gefragt über {program}, das diesen Loader öffnet; es fordert selbst keine Layer an.</translation>
    </message>
    <message>
        <source>This is a defect of vkconfig-py.</source>
        <translation>Das ist ein Fehler von vkconfig-py.</translation>
    </message>
    <message>
        <source>Files have changed since the prediction was made: rescan to see what the loader does.</source>
        <translation>Seit der Vorhersage haben sich Dateien geändert: Neu eingelesen ergibt sich, was der Loader tut.</translation>
    </message>
    <message>
        <source>Checked without the program&apos;s path: this platform does not let us imitate it.</source>
        <translation>Ohne den Pfad des Programms geprüft: Auf dieser Plattform lässt er sich nicht nachahmen.</translation>
    </message>
    <message>
        <source>No Vulkan loader is installed here, so there is nothing to compare with.</source>
        <translation>Hier ist kein Vulkan-Loader installiert; es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>The machine below {path} is not the running one, so its loader cannot be asked.</source>
        <translation>Der Rechner unter {path} ist nicht der laufende; sein Loader kann daher nicht gefragt werden.</translation>
    </message>
    <message>
        <source>The {bits}-bit loader cannot be opened by this {own_bits}-bit program, and there is no {bits}-bit vulkaninfo to ask it.</source>
        <translation>Dieses {own_bits}-Bit-Programm kann den {bits}-Bit-Loader nicht öffnen, und es gibt kein {bits}-Bit-vulkaninfo, um ihn zu fragen.</translation>
    </message>
    <message>
        <source>The {bits}-bit loader cannot be opened by this {own_bits}-bit program, and {helper} is no elevated program; the prediction was not checked.</source>
        <translation>Dieses {own_bits}-Bit-Programm kann den {bits}-Bit-Loader nicht öffnen, und {helper} ist kein Programm mit erhöhten Rechten; die Vorhersage wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>The {bits}-bit loader cannot be opened by this {own_bits}-bit program, and what applies here depends on the path of the program, which {helper} has not; the prediction was not checked.</source>
        <translation>Dieses {own_bits}-Bit-Programm kann den {bits}-Bit-Loader nicht öffnen, und was hier gilt, hängt vom Pfad des Programms ab, den {helper} nicht hat; die Vorhersage wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>The {loader} did not answer within {seconds:g} s.</source>
        <translation>Der {loader} hat innerhalb von {seconds:g} s nicht geantwortet.</translation>
    </message>
    <message>
        <source>The {loader}, or a library it opened, used {amount} and was stopped.</source>
        <translation>Der {loader} oder eine von ihm geöffnete Bibliothek hat {amount} verbraucht und wurde beendet.</translation>
    </message>
    <message>
        <source>The {loader}, or a library it opened, crashed ({signal}).</source>
        <translation>Der {loader} oder eine von ihm geöffnete Bibliothek ist abgestürzt ({signal}).</translation>
    </message>
    <message>
        <source>The {loader} could not be asked: {reason}.</source>
        <translation>Der {loader} konnte nicht gefragt werden: {reason}.</translation>
    </message>
    <message>
        <source>the opening of {path}</source>
        <translation>des Öffnens von {path}</translation>
    </message>
    <message>
        <source>The {loader} did not answer within {seconds:g} s during {function}.</source>
        <translation>Der {loader} hat während {function} innerhalb von {seconds:g} s nicht geantwortet.</translation>
    </message>
    <message>
        <source>The {loader}, or a library it opened, used {amount} during {function} and was stopped.</source>
        <translation>Der {loader} oder eine von ihm geöffnete Bibliothek hat während {function} {amount} verbraucht und wurde beendet.</translation>
    </message>
    <message>
        <source>The {loader}, or a library it opened, crashed ({signal}) during {function}.</source>
        <translation>Der {loader} oder eine von ihm geöffnete Bibliothek ist während {function} abgestürzt ({signal}).</translation>
    </message>
    <message>
        <source>The {loader} could not be opened: {reason}.</source>
        <translation>Der {loader} ließ sich nicht öffnen: {reason}.</translation>
    </message>
    <message>
        <source>The {loader} could not be asked during {function}: {reason}.</source>
        <translation>Der {loader} konnte während {function} nicht gefragt werden: {reason}.</translation>
    </message>
    <message>
        <source>The {loader} logged no call stack (a loader settings file can turn its log off), so only the result could be compared.</source>
        <translation>Der {loader} hat keinen Aufrufstapel protokolliert (eine Einstellungsdatei des Loaders kann sein Protokoll abschalten); nur das Ergebnis konnte verglichen werden.</translation>
    </message>
    <message>
        <source>The {loader} returned {result} instead of {predicted}.</source>
        <translation>Der {loader} gab {result} statt {predicted} zurück.</translation>
    </message>
    <message>
        <source>The {loader} also loads {layer}, at place {place}, which was not predicted.</source>
        <translation>Der {loader} lädt auch {layer}, an Stelle {place}; das war nicht vorhergesagt.</translation>
    </message>
    <message>
        <source>The {loader} does not load {layer}, predicted at place {place}.</source>
        <translation>Der {loader} lädt {layer} nicht, vorhergesagt an Stelle {place}.</translation>
    </message>
    <message>
        <source>At place {place} the {loader} has {layer} instead of {predicted}.</source>
        <translation>An Stelle {place} hat der {loader} {layer} statt {predicted}.</translation>
    </message>
    <message>
        <source>The {loader} takes {layer} from {path} instead of {predicted}.</source>
        <translation>Der {loader} nimmt {layer} aus {path} statt aus {predicted}.</translation>
    </message>
    <message>
        <source>the setting {setting} = {value} of {layer}</source>
        <translation>die Einstellung {setting} = {value} von {layer}</translation>
    </message>
    <message>
        <source>the variable {name}={value}</source>
        <translation>die Variable {name}={value}</translation>
    </message>
    <message>
        <source>the driver {name}</source>
        <translation>Treiber {name}</translation>
    </message>
    <message>
        <source>this loader keeps it in the chain</source>
        <translation>dieser Loader behält ihn in der Kette</translation>
    </message>
    <message>
        <source>Without {names} for {program}</source>
        <translation>{program} ohne {names}</translation>
    </message>
    <message>
        <source>New “{name}”</source>
        <translation>„{name}“ anlegen</translation>
    </message>
    <message>
        <source>Keep off {names}</source>
        <translation>{names} ausgeschaltet lassen</translation>
    </message>
    <message>
        <source>The search cannot be continued later</source>
        <translation>Die Suche kann später nicht fortgesetzt werden</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of this program.</source>
        <translation>{path} wurde von einer neueren Version dieses Programms geschrieben.</translation>
    </message>
    <message>
        <source>{path} is damaged: {reason}.</source>
        <translation>{path} ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>{path} could not be read: {reason}.</source>
        <translation>{path} konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The search was not forgotten</source>
        <translation>Die Suche wurde nicht verworfen</translation>
    </message>
    <message>
        <source>“{text}” was not printed</source>
        <translation>„{text}“ wurde nicht ausgegeben</translation>
    </message>
    <message>
        <source>“{text}” was printed</source>
        <translation>„{text}“ wurde ausgegeben</translation>
    </message>
    <message>
        <source>still running after {seconds:g} s</source>
        <translation>läuft nach {seconds:g} s noch</translation>
    </message>
    <message>
        <source>you said so</source>
        <translation>nach Ihrer Angabe</translation>
    </message>
    <message>
        <source>After each run you say whether it worked. A run that a signal ends has failed.</source>
        <translation>Nach jedem Lauf geben Sie an, ob er gelungen ist. Ein Lauf, den ein Signal beendet, ist gescheitert.</translation>
    </message>
    <message>
        <source>A run works if it exits with {status}.</source>
        <translation>Ein Lauf gelingt, wenn er mit {status} endet.</translation>
    </message>
    <message>
        <source>One that still runs after {seconds:g} s works.</source>
        <translation>Einer, der nach {seconds:g} s noch läuft, gilt als gelungen.</translation>
    </message>
    <message>
        <source>One that still runs after {seconds:g} s fails.</source>
        <translation>Einer, der nach {seconds:g} s noch läuft, gilt als gescheitert.</translation>
    </message>
    <message>
        <source>“{text}” must not be in its output.</source>
        <translation>„{text}“ darf nicht in seiner Ausgabe stehen.</translation>
    </message>
    <message>
        <source>“{text}” must be in its output.</source>
        <translation>„{text}“ muss in seiner Ausgabe stehen.</translation>
    </message>
    <message>
        <source>No Vulkan loader said anything: the program may not use Vulkan.</source>
        <translation>Kein Vulkan-Loader hat sich gemeldet: Das Programm verwendet Vulkan möglicherweise nicht.</translation>
    </message>
    <message>
        <source>The program turns on {layers} itself: trials keep it.</source>
        <translation>Das Programm schaltet {layers} selbst ein: Versuche lassen das so.</translation>
    </message>
    <message>
        <source>Chain differs from the prediction: {found}; predicted: {predicted}.</source>
        <translation>Die Kette weicht von der Vorhersage ab: {found}; vorhergesagt: {predicted}.</translation>
    </message>
    <message>
        <source>Did it work?</source>
        <translation>Hat es funktioniert?</translation>
    </message>
    <message>
        <source>A search is running already; there is one at a time.</source>
        <translation>Es läuft bereits eine Suche; mehr als eine gleichzeitig ist nicht möglich.</translation>
    </message>
    <message>
        <source>Layers, drivers or variables have changed since the search began, so its answers no longer hold.</source>
        <translation>Layer, Treiber oder Variablen haben sich seit Beginn der Suche geändert, ihre Antworten gelten nicht mehr.</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>Repeated trials gave different answers: it fails only now and then. The result is sure only with more runs of each trial.</source>
        <translation>Wiederholte Versuche ergaben verschiedene Antworten: Der Fehler tritt nur manchmal auf. Sicher ist das Ergebnis nur mit mehr Läufen je Versuch.</translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} layers</source>
        <comment>{count} of {n} layer</comment>
        <translation>
            <numerusform>{count} von {n} Layer</numerusform>
            <numerusform>{count} von {n} Layern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} settings</source>
        <comment>{count} of {n} setting</comment>
        <translation>
            <numerusform>{count} von {n} Einstellung</numerusform>
            <numerusform>{count} von {n} Einstellungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} variables</source>
        <comment>{count} of {n} variable</comment>
        <translation>
            <numerusform>{count} von {n} Variable</numerusform>
            <numerusform>{count} von {n} Variablen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} drivers</source>
        <comment>{count} of {n} driver</comment>
        <translation>
            <numerusform>{count} von {n} Treiber</numerusform>
            <numerusform>{count} von {n} Treibern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all {n} layers</source>
        <comment>the layer</comment>
        <translation>
            <numerusform>den Layer</numerusform>
            <numerusform>alle {n} Layer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all {n} settings</source>
        <comment>the setting</comment>
        <translation>
            <numerusform>die Einstellung</numerusform>
            <numerusform>alle {n} Einstellungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all {n} variables</source>
        <comment>the variable</comment>
        <translation>
            <numerusform>die Variable</numerusform>
            <numerusform>alle {n} Variablen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all {n} drivers</source>
        <comment>the driver</comment>
        <translation>
            <numerusform>den Treiber</numerusform>
            <numerusform>alle {n} Treiber</numerusform>
        </translation>
    </message>
    <message>
        <source>{trial} again</source>
        <translation>{trial}, noch einmal</translation>
    </message>
    <message>
        <source>with only {names}</source>
        <translation>nur {names}</translation>
    </message>
    <message numerus="yes">
        <source>with only {count} of {n} drivers</source>
        <comment>with only {count} of {n} driver</comment>
        <translation>
            <numerusform>nur {count} von {n} Treiber</numerusform>
            <numerusform>nur {count} von {n} Treibern</numerusform>
        </translation>
    </message>
    <message>
        <source>without {names}</source>
        <translation>ohne {names}</translation>
    </message>
    <message>
        <source>failed ({reason})</source>
        <translation>gescheitert ({reason})</translation>
    </message>
    <message>
        <source>worked ({reason})</source>
        <translation>gelungen ({reason})</translation>
    </message>
    <message>
        <source>There is nothing to leave out for {program}.</source>
        <translation>Für {program} gibt es nichts, was weggelassen werden könnte.</translation>
    </message>
    <message>
        <source>Looking for what breaks {program} among {things}.</source>
        <translation>Gesucht wird, was {program} scheitern lässt, unter: {things}.</translation>
    </message>
    <message>
        <source>{name} cannot be left out: {reason}.</source>
        <translation>{name} kann nicht weggelassen werden: {reason}.</translation>
    </message>
    <message numerus="yes">
        <source>A search for what breaks {program} was interrupted after {n} trials.</source>
        <comment>A search for what breaks {program} was interrupted after {n} trial.</comment>
        <translation>
            <numerusform>Eine Suche nach dem, was {program} scheitern lässt, wurde nach {n} Versuch unterbrochen.</numerusform>
            <numerusform>Eine Suche nach dem, was {program} scheitern lässt, wurde nach {n} Versuchen unterbrochen.</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} break {program} together; each of them alone does not.</source>
        <translation>{names} lassen {program} zusammen scheitern, jeder für sich nicht.</translation>
    </message>
    <message>
        <source>{name} breaks {program} ({reason}).</source>
        <translation>{name} lässt {program} scheitern ({reason}).</translation>
    </message>
    <message>
        <source>{name} breaks {program}.</source>
        <translation>{name} lässt {program} scheitern.</translation>
    </message>
    <message>
        <source>With everything else on, it works without {names}.</source>
        <translation>Ohne {names} funktioniert es, auch wenn alles andere eingeschaltet ist.</translation>
    </message>
    <message>
        <source>With everything else on, it works without {names} ({files}).</source>
        <translation>Ohne {names} funktioniert es, auch wenn alles andere eingeschaltet ist ({files}).</translation>
    </message>
    <message>
        <source>{program} works with everything on ({reason}): there is nothing to find.</source>
        <translation>{program} funktioniert auch mit allem, was eingeschaltet ist ({reason}): Es gibt nichts zu finden.</translation>
    </message>
    <message>
        <source>Launches from here ignore what is applied to the system: {files}. If it fails when started elsewhere, that may be what breaks it: withdraw or remove it.</source>
        <translation>Starts von hier ignorieren, was auf das System angewendet ist: {files}. Wenn das Programm bei einem Start von anderswo fehlschlägt, liegt es möglicherweise daran: Nehmen Sie es zurück oder entfernen Sie es.</translation>
    </message>
    <message>
        <source>If it fails now and then, let each trial run several times.</source>
        <translation>Wenn der Fehler nur manchmal auftritt, lassen Sie jeden Versuch mehrmals laufen.</translation>
    </message>
    <message>
        <source>No trial could leave out {layers}, so that may be what breaks it.</source>
        <translation>Kein Versuch konnte {layers} weglassen, daran kann es also liegen.</translation>
    </message>
    <message>
        <source>{program} fails, and there is nothing that could be left out.</source>
        <translation>{program} schlägt fehl, und es gibt nichts, was weggelassen werden könnte.</translation>
    </message>
    <message>
        <source>with each driver alone</source>
        <translation>mit jedem Treiber allein</translation>
    </message>
    <message>
        <source>{program} fails ({reason}), and its only driver cannot be left out.</source>
        <translation>{program} schlägt fehl ({reason}), und der einzige Treiber kann nicht weggelassen werden.</translation>
    </message>
    <message>
        <source>{program} fails {tried} too ({reason}): what breaks it is something else.</source>
        <translation>{program} schlägt auch {tried} fehl ({reason}): Die Ursache ist eine andere.</translation>
    </message>
    <message>
        <source>Its only driver cannot be left out.</source>
        <translation>Der einzige Treiber kann nicht weggelassen werden.</translation>
    </message>
    <message>
        <source>The answers contradict each other: {program} fails {fails}, but works {passes}.</source>
        <translation>Die Antworten widersprechen sich: {program} schlägt {fails} fehl, funktioniert aber {passes}.</translation>
    </message>
    <message>
        <source>It may need something that was left out, or fail for a reason outside of the trials.</source>
        <translation>Möglicherweise braucht es etwas Weggelassenes, oder es scheitert aus einem Grund außerhalb der Versuche.</translation>
    </message>
    <message>
        <source>no folder that is searched has its manifest</source>
        <translation>kein durchsuchter Ordner enthält sein Manifest</translation>
    </message>
    <message>
        <source>{path} is not a driver manifest: it has no “ICD”.</source>
        <translation>{path} ist kein Treibermanifest: „ICD“ fehlt.</translation>
    </message>
    <message>
        <source>{path} holds no driver manifests.</source>
        <translation>{path} enthält keine Treibermanifeste.</translation>
    </message>
    <message numerus="yes">
        <source>{n} more folders could not be read.</source>
        <comment>{n} more folder could not be read.</comment>
        <translation>
            <numerusform>{n} weiterer Ordner konnte nicht gelesen werden.</numerusform>
            <numerusform>{n} weitere Ordner konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>existiert nicht</translation>
    </message>
    <message>
        <source>{path} is for programs of the other word size.</source>
        <translation>{path} ist für Programme der anderen Wortbreite.</translation>
    </message>
    <message>
        <source>{path} is for another kind of processor.</source>
        <translation>{path} ist für eine andere Prozessorart.</translation>
    </message>
    <message>
        <source>{path} may not be read by you.</source>
        <translation>{path} dürfen Sie nicht lesen.</translation>
    </message>
    <message>
        <source>{path} is not a library.</source>
        <translation>{path} ist keine Bibliothek.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{path} exports neither {function} nor {other}, so it is not a layer.</source>
        <translation>{path} exportiert weder {function} noch {other} und ist daher kein Layer.</translation>
    </message>
    <message>
        <source>{path} declares no layer.</source>
        <translation>{path} deklariert keinen Layer.</translation>
    </message>
    <message>
        <source>{path} declares no layer {layer}, but {layers}.</source>
        <translation>{path} deklariert nicht den Layer {layer}, sondern {layers}.</translation>
    </message>
    <message>
        <source>{path}: {layer} names no library.</source>
        <translation>{path}: {layer} nennt keine Bibliothek.</translation>
    </message>
    <message>
        <source>Its library names no layer, so it is called {layer}.</source>
        <translation>Die Bibliothek nennt keinen Layer; daher heißt er {layer}.</translation>
    </message>
    <message>
        <source>Its library names several layers ({names}); {layer} is used.</source>
        <translation>Die Bibliothek nennt mehrere Layer ({names}); {layer} wird genommen.</translation>
    </message>
    <message>
        <source>Add build {layer}</source>
        <translation>Build {layer} hinzufügen</translation>
    </message>
    <message>
        <source>Works.</source>
        <translation>Funktioniert.</translation>
    </message>
    <message numerus="yes">
        <source>Works: intercepts {n} commands.</source>
        <comment>Works: intercepts {n} command.</comment>
        <translation>
            <numerusform>Funktioniert: fängt {n} Befehl ab.</numerusform>
            <numerusform>Funktioniert: fängt {n} Befehle ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>Works: negotiates interface {interface}.</source>
        <translation>Funktioniert: handelt Schnittstelle {interface} aus.</translation>
    </message>
    <message numerus="yes">
        <source>Works: negotiates interface {interface} and intercepts {n} commands.</source>
        <comment>Works: negotiates interface {interface} and intercepts {n} command.</comment>
        <translation>
            <numerusform>Funktioniert: handelt Schnittstelle {interface} aus und fängt {n} Befehl ab.</numerusform>
            <numerusform>Funktioniert: handelt Schnittstelle {interface} aus und fängt {n} Befehle ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>Fails: {reason}.</source>
        <translation>Schlägt fehl: {reason}.</translation>
    </message>
    <message>
        <source>Works now.</source>
        <translation>Funktioniert jetzt.</translation>
    </message>
    <message>
        <source>Negotiates interface {interface}, before {earlier}.</source>
        <translation>Handelt Schnittstelle {interface} aus, zuvor {earlier}.</translation>
    </message>
    <message>
        <source>Negotiates interface {interface}.</source>
        <translation>Handelt Schnittstelle {interface} aus.</translation>
    </message>
    <message numerus="yes">
        <source>Intercepts {n} more: {names}.</source>
        <comment>Intercepts {n} more: {names}.</comment>
        <translation>
            <numerusform>Fängt {n} weiteren ab: {names}.</numerusform>
            <numerusform>Fängt {n} weitere ab: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No longer intercepts {names}.</source>
        <translation>Fängt {names} nicht mehr ab.</translation>
    </message>
    <message numerus="yes">
        <source>{n} others</source>
        <comment>{n} other</comment>
        <translation>
            <numerusform>{n} weiterer</numerusform>
            <numerusform>{n} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>implicit</source>
        <translation>implizit</translation>
    </message>
    <message>
        <source>explicit</source>
        <translation>explizit</translation>
    </message>
    <message>
        <source>added by you</source>
        <translation>von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Turned off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>Not searched</source>
        <translation>Nicht durchsucht</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>its library is missing</source>
        <translation>seine Bibliothek fehlt</translation>
    </message>
    <message>
        <source>its library is for another word size</source>
        <translation>seine Bibliothek ist für eine andere Wortbreite</translation>
    </message>
    <message>
        <source>its library is for another kind of processor</source>
        <translation>seine Bibliothek ist für eine andere Prozessorart</translation>
    </message>
    <message>
        <source>its library file is not a library</source>
        <translation>seine Bibliotheksdatei ist keine Bibliothek</translation>
    </message>
    <message>
        <source>you may not read its library</source>
        <translation>Sie dürfen seine Bibliothek nicht lesen</translation>
    </message>
    <message>
        <source>{reason}, although this one is newer</source>
        <translation>{reason}, obwohl diese Kopie neuer ist</translation>
    </message>
    <message>
        <source>{path} is chosen in this configuration</source>
        <translation>{path} ist in dieser Konfiguration gewählt</translation>
    </message>
    <message>
        <source>chosen of {count} copies</source>
        <translation>gewählt von {count} Kopien</translation>
    </message>
    <message>
        <source>found first of {count} copies</source>
        <translation>als erste von {count} Kopien gefunden</translation>
    </message>
    <message>
        <source>{path} was chosen and cannot be used</source>
        <translation>{path} war gewählt und ist nicht verwendbar</translation>
    </message>
    <message>
        <source>you left this manifest out</source>
        <translation>Sie haben dieses Manifest weggelassen</translation>
    </message>
    <message>
        <source>you turned {path} off</source>
        <translation>Sie haben {path} ausgeschaltet</translation>
    </message>
    <message>
        <source>the loader does not search it in this configuration</source>
        <translation>der Loader durchsucht es in dieser Konfiguration nicht</translation>
    </message>
    <message>
        <source>turned off</source>
        <translation>ausgeschaltet</translation>
    </message>
    <message numerus="yes">
        <source>{n} layers</source>
        <comment>{n} layer</comment>
        <translation>
            <numerusform>{n} Layer</numerusform>
            <numerusform>{n} Layer</numerusform>
        </translation>
    </message>
    <message>
        <source>no layer in it</source>
        <translation>kein Layer darin</translation>
    </message>
    <message numerus="yes">
        <source>{n} left out</source>
        <comment>{n} left out</comment>
        <translation>
            <numerusform>{n} weggelassen</numerusform>
            <numerusform>{n} weggelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>no layer added</source>
        <translation>kein Layer hinzugefügt</translation>
    </message>
    <message numerus="yes">
        <source>{n} layers added</source>
        <comment>{n} layer added</comment>
        <translation>
            <numerusform>{n} Layer hinzugefügt</numerusform>
            <numerusform>{n} Layer hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} other copies hidden by that</source>
        <comment>{n} other copy hidden by that</comment>
        <translation>
            <numerusform>{n} andere Kopie dadurch verdeckt</numerusform>
            <numerusform>{n} andere Kopien dadurch verdeckt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} hidden by another copy</source>
        <comment>{n} hidden by another copy</comment>
        <translation>
            <numerusform>{n} von einer anderen Kopie verdeckt</numerusform>
            <numerusform>{n} von einer anderen Kopie verdeckt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} cannot be used</source>
        <comment>{n} cannot be used</comment>
        <translation>
            <numerusform>{n} nicht verwendbar</numerusform>
            <numerusform>{n} nicht verwendbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} not in use</source>
        <comment>{n} not in use</comment>
        <translation>
            <numerusform>{n} nicht verwendet</numerusform>
            <numerusform>{n} nicht verwendet</numerusform>
        </translation>
    </message>
    <message>
        <source>A loader settings file. An override would not do: {reason}</source>
        <translation>Eine Loader-Einstellungsdatei. Ein Override genügt nicht: {reason}</translation>
    </message>
    <message>
        <source>it is for {systems} only</source>
        <translation>sie ist nur für {systems}</translation>
    </message>
    <message>
        <source>what is applied for {path} never matches: {reason}</source>
        <translation>was für {path} angewendet wird, passt nie: {reason}</translation>
    </message>
    <message>
        <source>the program that it starts</source>
        <translation>das Programm, das es startet</translation>
    </message>
    <message>
        <source>name {program}</source>
        <translation>{program} eintragen</translation>
    </message>
    <message>
        <source>its version for {bits}-bit programs</source>
        <translation>seine Fassung für {bits}-Bit-Programme</translation>
    </message>
    <message>
        <source>the {bits}-bit loader {version}</source>
        <translation>der {bits}-Bit-Loader {version}</translation>
    </message>
    <message>
        <source>the loader {version} in {library}</source>
        <translation>der Loader {version} in {library}</translation>
    </message>
    <message>
        <source>the loader {version}</source>
        <translation>der Loader {version}</translation>
    </message>
    <message>
        <source>{loader} drops the whole override: {reason}</source>
        <translation>{loader} verwirft das ganze Override: {reason}</translation>
    </message>
    <message>
        <source>{loader} still loads it</source>
        <translation>{loader} lädt ihn trotzdem</translation>
    </message>
    <message>
        <source>{loader} does not load it: {reason}</source>
        <translation>{loader} lädt ihn nicht: {reason}</translation>
    </message>
    <message>
        <source>it is not installed for it</source>
        <translation>er ist dafür nicht installiert</translation>
    </message>
    <message>
        <source>{loader} puts it {place}: {reason}</source>
        <translation>{loader} setzt ihn an {place} Stelle: {reason}</translation>
    </message>
    <message>
        <source>it always puts implicit layers below explicit ones, in the order of their files</source>
        <translation>er setzt implizite Layer immer unter explizite, in der Reihenfolge ihrer Dateien</translation>
    </message>
    <message>
        <source>it keeps layers that it finds before the override above it</source>
        <translation>er lässt Layer, die er vor dem Override findet, darüber</translation>
    </message>
    <message>
        <source>Vulkan {version}</source>
        <translation>Vulkan {version}</translation>
    </message>
    <message>
        <source>A device without a name</source>
        <translation>Ein Gerät ohne Namen</translation>
    </message>
    <message>
        <source>“{text}” means several devices; give a number, UUID or PCI address.</source>
        <translation>„{text}“ kann mehrere Geräte meinen; Nummer, UUID oder PCI-Adresse angeben.</translation>
    </message>
    <message>
        <source>{name} cannot be chosen: loaders cannot identify it.</source>
        <translation>{name} lässt sich nicht auswählen: Loader können es nicht erkennen.</translation>
    </message>
    <message>
        <source>There is no device “{text}”. “vkconfig-py devices” lists them.</source>
        <translation>Es gibt kein Gerät „{text}“. „vkconfig-py devices“ listet sie auf.</translation>
    </message>
    <message>
        <source>Use every device</source>
        <translation>Alle Geräte verwenden</translation>
    </message>
    <message>
        <source>Use {device}</source>
        <translation>{device} verwenden</translation>
    </message>
    <message>
        <source>Leave out {device}</source>
        <translation>{device} weglassen</translation>
    </message>
    <message>
        <source>Put {device} first</source>
        <translation>{device} an den Anfang stellen</translation>
    </message>
    <message>
        <source>Choose devices by another method</source>
        <translation>Geräte auf andere Weise auswählen</translation>
    </message>
    <message>
        <source>Use only {device}</source>
        <translation>Nur {device} verwenden</translation>
    </message>
    <message>
        <source>Move {device}</source>
        <translation>{device} verschieben</translation>
    </message>
    <message>
        <source>Update {device}</source>
        <translation>{device} erneuern</translation>
    </message>
    <message>
        <source>Queue families</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Features</translation>
    </message>
    <message>
        <source>Extensions</source>
        <translation>Erweiterungen</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Images (2D, optimal tiling, sampled and copied)</source>
        <translation>Images (2D, Tiling optimal, zum Abtasten und Kopieren)</translation>
    </message>
    <message>
        <source>Sharing with others</source>
        <translation>Teilen mit anderen</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Heap {number}</source>
        <translation>Heap {number}</translation>
    </message>
    <message>
        <source>Family {number}</source>
        <translation>Familie {number}</translation>
    </message>
    <message>
        <source>Sparse images</source>
        <translation>Sparse Images</translation>
    </message>
    <message>
        <source>Type {number}</source>
        <translation>Typ {number}</translation>
    </message>
    <message>
        <source>copies images by {granularity}</source>
        <translation>kopiert Images in Schritten von {granularity}</translation>
    </message>
    <message>
        <source>timestamps of {bits} bits</source>
        <translation>Zeitstempel mit {bits} Bit</translation>
    </message>
    <message>
        <source>Family {number}: {name}</source>
        <translation>Familie {number}: {name}</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <source>Sparse formats</source>
        <translation>Sparse-Formate</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Discrete GPU</source>
        <translation>Dedizierte GPU</translation>
    </message>
    <message>
        <source>Integrated GPU</source>
        <translation>Integrierte GPU</translation>
    </message>
    <message>
        <source>Virtual GPU</source>
        <translation>Virtuelle GPU</translation>
    </message>
    <message>
        <source>Other</source>
        <comment>a type of devices</comment>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Programs get no device: none of those that the loader settings file lists is found.</source>
        <translation>Programme erhalten kein Gerät: Keines aus der Loader-Einstellungsdatei wurde gefunden.</translation>
    </message>
    <message>
        <source>Its position among all devices is not known yet: Probe all finds it.</source>
        <translation>Seine Stelle unter allen Geräten ist noch unbekannt: „Alle testen“ ermittelt sie.</translation>
    </message>
    <message>
        <source>driver {info}</source>
        <translation>Treiber {info}</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>Device ID</source>
        <translation>Geräte-ID</translation>
    </message>
    <message>
        <source>PCI address</source>
        <translation>PCI-Adresse</translation>
    </message>
    <message>
        <source>none: not a PCI device</source>
        <translation>keine: kein PCI-Gerät</translation>
    </message>
    <message>
        <source>Driver version</source>
        <translation>Treiberversion</translation>
    </message>
    <message>
        <source>Driver ID</source>
        <translation>Treiber-ID</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Manifest</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Memory and queues</source>
        <translation>Speicher und Warteschlangen</translation>
    </message>
    <message>
        <source>Identifiers</source>
        <translation>Kennungen</translation>
    </message>
    <message>
        <source>Device UUID</source>
        <translation>Geräte-UUID</translation>
    </message>
    <message>
        <source>Driver UUID</source>
        <translation>Treiber-UUID</translation>
    </message>
    <message>
        <source>Device LUID</source>
        <translation>Geräte-LUID</translation>
    </message>
    <message>
        <source>Pipeline cache</source>
        <translation>Pipeline-Cache</translation>
    </message>
    <message>
        <source>heap {number}: {size}, the device&apos;s own</source>
        <translation>Heap {number}: {size}, Gerätespeicher</translation>
    </message>
    <message>
        <source>heap {number}: {size}, of the system</source>
        <translation>Heap {number}: {size}, Systemspeicher</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message numerus="yes">
        <source>family {number}: {n:,} queues for {abilities}</source>
        <comment>family {number}: {n:,} queue for {abilities}</comment>
        <translation>
            <numerusform>Familie {number}: {n:,} Warteschlange für {abilities}</numerusform>
            <numerusform>Familie {number}: {n:,} Warteschlangen für {abilities}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is the {place} of {n:,} devices that programs get.</source>
        <comment>It is the {place} of {n:,} device that programs get.</comment>
        <translation>
            <numerusform>Es ist das {place} von {n:,} Gerät, das Programme erhalten.</numerusform>
            <numerusform>Es ist das {place} von {n:,} Geräten, die Programme erhalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Programs do not get it.</source>
        <translation>Programme erhalten es nicht.</translation>
    </message>
    <message>
        <source>It is the only device that programs get.</source>
        <translation>Es ist das einzige Gerät, das Programme erhalten.</translation>
    </message>
    <message>
        <source>{name}={value} would put it first.</source>
        <translation>{name}={value} würde es an den Anfang stellen.</translation>
    </message>
    <message>
        <source>Before it stands {name}.</source>
        <translation>Davor steht {name}.</translation>
    </message>
    <message>
        <source>Programs get every device, in the order of the loader.</source>
        <translation>Programme erhalten alle Geräte in der Reihenfolge des Loaders.</translation>
    </message>
    <message>
        <source>This configuration gives programs the checked devices alone, in this order.</source>
        <translation>Diese Konfiguration gibt Programmen nur die angehakten Geräte, in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>A loader settings file is in force: programs get only devices that have a position here.</source>
        <translation>Eine Loader-Einstellungsdatei ist in Kraft: Programme erhalten nur Geräte, die hier eine Stelle haben.</translation>
    </message>
    <message>
        <source>No device is checked: programs find no device, and most do not start.</source>
        <translation>Kein Gerät ist angehakt: Programme finden keines, und die meisten starten nicht.</translation>
    </message>
    <message>
        <source>None of the checked devices is found: programs find no device, and most do not start.</source>
        <translation>Keines der angehakten Geräte wurde gefunden: Programme finden keines, und die meisten starten nicht.</translation>
    </message>
    <message>
        <source>This configuration puts these devices first; all others follow.</source>
        <translation>Diese Konfiguration stellt diese Geräte an den Anfang; alle anderen folgen.</translation>
    </message>
    <message>
        <source>Probe the drivers to list their devices.</source>
        <translation>Die Treiber testen, um ihre Geräte aufzulisten.</translation>
    </message>
    <message>
        <source>Cannot be chosen: loaders cannot identify it</source>
        <translation>Nicht auswählbar: Loader können es nicht erkennen</translation>
    </message>
    <message>
        <source>not on this machine</source>
        <translation>nicht an diesem Rechner</translation>
    </message>
    <message>
        <source>not found by a probe yet</source>
        <translation>noch von keinem Test gefunden</translation>
    </message>
    <message>
        <source>its driver is not used here</source>
        <translation>sein Treiber wird hier nicht verwendet</translation>
    </message>
    <message>
        <source>Driver changed</source>
        <translation>Treiber geändert</translation>
    </message>
    <message>
        <source>no longer found</source>
        <translation>nicht mehr gefunden</translation>
    </message>
    <message>
        <source>still found</source>
        <translation>weiterhin gefunden</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Custom order</source>
        <translation>Eigene Reihenfolge</translation>
    </message>
    <message>
        <source>None</source>
        <comment>no device</comment>
        <translation>Keines</translation>
    </message>
    <message>
        <source>{device} first</source>
        <translation>{device} zuerst</translation>
    </message>
    <message>
        <source>{device} only</source>
        <translation>nur {device}</translation>
    </message>
    <message numerus="yes">
        <source>{names} were not probed yet: their devices are not known.</source>
        <comment>{names} was not probed yet: its devices are not known.</comment>
        <translation>
            <numerusform>{names} wurde noch nicht getestet: Seine Geräte sind unbekannt.</numerusform>
            <numerusform>{names} wurden noch nicht getestet: Ihre Geräte sind unbekannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>{loader}, {bits}-bit, {follows}</source>
        <translation>{loader}, {bits} Bit, {follows}</translation>
    </message>
    <message>
        <source>reads no loader settings file: its programs get every device</source>
        <translation>liest keine Loader-Einstellungsdatei: Seine Programme erhalten alle Geräte</translation>
    </message>
    <message>
        <source>can crash on a loader settings file, so none is written for it</source>
        <translation>kann an einer Loader-Einstellungsdatei abstürzen, daher wird für ihn keine geschrieben</translation>
    </message>
    <message>
        <source>ignores device choices: its programs get every device</source>
        <translation>beachtet die Geräteauswahl nicht: Seine Programme erhalten alle Geräte</translation>
    </message>
    <message>
        <source>applies device choices; a device is identified by UUID alone</source>
        <translation>wendet die Geräteauswahl an; ein Gerät wird allein an der UUID erkannt</translation>
    </message>
    <message>
        <source>applies device choices; a device is identified by UUID, driver and driver version</source>
        <translation>wendet die Geräteauswahl an; ein Gerät wird an UUID, Treiber und Treiberversion erkannt</translation>
    </message>
    <message>
        <source>{least} to {most}</source>
        <translation>{least} bis {most}</translation>
    </message>
    <message>
        <source>Drop the layer between the program row and the loader row</source>
        <translation>Den Layer zwischen der Programmzeile und der Loader-Zeile ablegen</translation>
    </message>
    <message>
        <source>Stays off: {reason}</source>
        <translation>Bleibt aus: {reason}</translation>
    </message>
    <message>
        <source>This loader orders layers itself: stays {place}</source>
        <translation>Dieser Loader ordnet Layer selbst: bleibt an {place} Stelle</translation>
    </message>
    <message>
        <source>This loader orders layers itself: becomes {place}</source>
        <translation>Dieser Loader ordnet Layer selbst: kommt an {place} Stelle</translation>
    </message>
    <message>
        <source>Still loads: {reason}</source>
        <translation>Wird trotzdem geladen: {reason}</translation>
    </message>
    <message>
        <source>Turns it off</source>
        <translation>Schaltet ihn aus</translation>
    </message>
    <message>
        <source>Stays off</source>
        <translation>Bleibt aus</translation>
    </message>
    <message>
        <source>Turns it on, {place}</source>
        <translation>Schaltet ihn ein, an {place} Stelle</translation>
    </message>
    <message>
        <source>Stays {place}</source>
        <translation>Bleibt an {place} Stelle</translation>
    </message>
    <message>
        <source>{places}, below {layer}</source>
        <translation>{places}, unter {layer}</translation>
    </message>
    <message>
        <source>{places}, above {layer}</source>
        <translation>{places}, über {layer}</translation>
    </message>
    <message>
        <source>turned on by this configuration</source>
        <translation>durch diese Konfiguration eingeschaltet</translation>
    </message>
    <message>
        <source>turned on by this configuration, with the other layers</source>
        <translation>durch diese Konfiguration eingeschaltet, mit den anderen Layern</translation>
    </message>
    <message>
        <source>kept off by this configuration</source>
        <translation>von dieser Konfiguration ausgeschaltet gelassen</translation>
    </message>
    <message>
        <source>left out by safe mode</source>
        <translation>im abgesicherten Modus weggelassen</translation>
    </message>
    <message>
        <source>layers that are not listed here load as the loader decides</source>
        <translation>hier nicht genannte Layer werden geladen, wie der Loader entscheidet</translation>
    </message>
    <message>
        <source>every installed layer that is not listed here is turned on</source>
        <translation>jeder installierte Layer, der hier nicht genannt ist, wird eingeschaltet</translation>
    </message>
    <message>
        <source>layers that are not listed here stay off</source>
        <translation>hier nicht genannte Layer bleiben aus</translation>
    </message>
    <message>
        <source>{variable} is set</source>
        <translation>{variable} ist gesetzt</translation>
    </message>
    <message>
        <source>{variable} is set by this configuration</source>
        <translation>{variable} ist durch diese Konfiguration gesetzt</translation>
    </message>
    <message>
        <source>layer {place} of {total}</source>
        <translation>Layer {place} von {total}</translation>
    </message>
    <message>
        <source>{reason}; in the chain of each device</source>
        <translation>{reason}; in der Kette jedes Geräts</translation>
    </message>
    <message>
        <source>layer, not in the chain</source>
        <translation>Layer, nicht in der Kette</translation>
    </message>
    <message>
        <source>{variable} is set by what if</source>
        <translation>{variable} ist durch Was-wäre-wenn gesetzt</translation>
    </message>
    <message>
        <source>{variable} is set in this configuration</source>
        <translation>{variable} ist in dieser Konfiguration gesetzt</translation>
    </message>
    <message>
        <source>{variable} is set in your session</source>
        <translation>{variable} ist in Ihrer Sitzung gesetzt</translation>
    </message>
    <message>
        <source>Last seen at {manifest}</source>
        <translation>Zuletzt gefunden in {manifest}</translation>
    </message>
    <message>
        <source>hidden copy</source>
        <translation>verdeckte Kopie</translation>
    </message>
    <message>
        <source>layer of other programs</source>
        <translation>Layer anderer Programme</translation>
    </message>
    <message>
        <source>unusable copy</source>
        <translation>unbrauchbare Kopie</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>unreadable layer</source>
        <translation>nicht lesbarer Layer</translation>
    </message>
    <message>
        <source>unusable layer</source>
        <translation>unbrauchbarer Layer</translation>
    </message>
    <message>
        <source>set in the session this program was started from</source>
        <translation>gesetzt in der Sitzung, aus der dieses Programm gestartet wurde</translation>
    </message>
    <message>
        <source>set in</source>
        <translation>gesetzt in</translation>
    </message>
    <message>
        <source>probably set in</source>
        <translation>vermutlich gesetzt in</translation>
    </message>
    <message>
        <source>set by {process}</source>
        <translation>gesetzt von {process}</translation>
    </message>
    <message>
        <source>{origin}; another value is in</source>
        <translation>{origin}; ein anderer Wert steht in</translation>
    </message>
    <message>
        <source>{program}, process {number}</source>
        <translation>{program}, Prozess {number}</translation>
    </message>
    <message>
        <source>the loader writes a log</source>
        <translation>der Loader schreibt ein Protokoll</translation>
    </message>
    <message>
        <source>its folders are searched first for libraries</source>
        <translation>seine Ordner werden zuerst nach Bibliotheken durchsucht</translation>
    </message>
    <message>
        <source>replaces the search: nothing else is searched</source>
        <translation>ersetzt die Suche: nichts anderes wird durchsucht</translation>
    </message>
    <message>
        <source>is searched before everything else</source>
        <translation>wird vor allem anderen durchsucht</translation>
    </message>
    <message>
        <source>set on the sample machine</source>
        <translation>auf dem Beispielrechner gesetzt</translation>
    </message>
    <message>
        <source>set on that machine</source>
        <translation>auf jenem Rechner gesetzt</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>what if</source>
        <translation>Was-wäre-wenn</translation>
    </message>
    <message>
        <source>set in this configuration</source>
        <translation>in dieser Konfiguration gesetzt</translation>
    </message>
    <message>
        <source>set by this configuration, to turn layers on and off</source>
        <translation>durch diese Konfiguration gesetzt, um Layer ein- und auszuschalten</translation>
    </message>
    <message>
        <source>not set, what if</source>
        <translation>nicht gesetzt, Was-wäre-wenn</translation>
    </message>
    <message>
        <source>unset in this configuration</source>
        <translation>in dieser Konfiguration entfernt</translation>
    </message>
    <message>
        <source>unset by this configuration, to turn layers on and off</source>
        <translation>durch diese Konfiguration entfernt, um Layer ein- und auszuschalten</translation>
    </message>
    <message>
        <source>what if it is {value}</source>
        <translation>bei Was-wäre-wenn: {value}</translation>
    </message>
    <message>
        <source>in your session it is {value}</source>
        <translation>in Ihrer Sitzung: {value}</translation>
    </message>
    <message>
        <source>turns {layer} on</source>
        <translation>schaltet {layer} ein</translation>
    </message>
    <message>
        <source>would turn {layer} on, but something else decides</source>
        <translation>würde {layer} einschalten, aber etwas anderes entscheidet</translation>
    </message>
    <message>
        <source>turns {layer} on only with the value {value}</source>
        <translation>schaltet {layer} nur mit dem Wert {value} ein</translation>
    </message>
    <message>
        <source>keeps {layer} off</source>
        <translation>hält {layer} ausgeschaltet</translation>
    </message>
    <message>
        <source>would keep {layer} off, but something else decides</source>
        <translation>würde {layer} ausgeschaltet halten, aber etwas anderes entscheidet</translation>
    </message>
    <message>
        <source>would keep {layer} off</source>
        <translation>würde {layer} ausgeschaltet halten</translation>
    </message>
    <message>
        <source>can keep {layer} off</source>
        <translation>kann {layer} ausgeschaltet halten</translation>
    </message>
    <message>
        <source>turns on {names}</source>
        <translation>schaltet {names} ein</translation>
    </message>
    <message>
        <source>turns off {names}</source>
        <translation>schaltet {names} aus</translation>
    </message>
    <message>
        <source>lets through {names}</source>
        <translation>lässt {names} durch</translation>
    </message>
    <message>
        <source>leaves out {names}</source>
        <translation>lässt {names} weg</translation>
    </message>
    <message>
        <source>takes precedence over {variable}</source>
        <translation>setzt {variable} außer Kraft</translation>
    </message>
    <message>
        <source>requests {layer}</source>
        <translation>fordert {layer} an</translation>
    </message>
    <message numerus="yes">
        <source>names {n:,} folders that the loader searches</source>
        <comment>names {n:,} folder that the loader searches</comment>
        <translation>
            <numerusform>nennt {n:,} Ordner, den der Loader durchsucht</numerusform>
            <numerusform>nennt {n:,} Ordner, die der Loader durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>After this: {}</source>
        <translation>Danach: {}</translation>
    </message>
    <message>
        <source>To load it</source>
        <translation>Zum Laden</translation>
    </message>
    <message>
        <source>To turn it off</source>
        <translation>Zum Ausschalten</translation>
    </message>
    <message>
        <source>To repair it</source>
        <translation>Zum Reparieren</translation>
    </message>
    <message>
        <source>To let programs start again</source>
        <translation>Damit Programme wieder starten</translation>
    </message>
    <message>
        <source>To change it</source>
        <translation>Zum Ändern</translation>
    </message>
    <message>
        <source>Turn it on for one run</source>
        <translation>Für einen Lauf einschalten</translation>
    </message>
    <message>
        <source>Turn it off for one run</source>
        <translation>Für einen Lauf ausschalten</translation>
    </message>
    <message>
        <source>Use this driver for one run</source>
        <translation>Diesen Treiber für einen Lauf verwenden</translation>
    </message>
    <message>
        <source>Leave this driver out for one run</source>
        <translation>Diesen Treiber für einen Lauf weglassen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Install the library</source>
        <translation>Die Bibliothek installieren</translation>
    </message>
    <message>
        <source>Both steps</source>
        <translation>Beide Schritte</translation>
    </message>
    <message numerus="yes">
        <source>All {n:,} steps</source>
        <comment>All {n:,} step</comment>
        <translation>
            <numerusform>{n:,} Schritt</numerusform>
            <numerusform>Alle {n:,} Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Set {name} for one run</source>
        <translation>{name} für einen Lauf setzen</translation>
    </message>
    <message>
        <source>Run without {name}</source>
        <translation>Ohne {name} starten</translation>
    </message>
    <message>
        <source>Correct “{key}”</source>
        <translation>„{key}“ korrigieren</translation>
    </message>
    <message>
        <source>Rename the key “{key}” to “{name}”</source>
        <translation>Den Schlüssel „{key}“ in „{name}“ umbenennen</translation>
    </message>
    <message>
        <source>the key is misspelt</source>
        <translation>der Schlüssel ist falsch geschrieben</translation>
    </message>
    <message>
        <source>Move the file aside</source>
        <translation>Die Datei beiseitelegen</translation>
    </message>
    <message>
        <source>Move it to {folder}</source>
        <translation>Nach {folder} verschieben</translation>
    </message>
    <message>
        <source>Use another loader</source>
        <translation>Anderen Loader verwenden</translation>
    </message>
    <message>
        <source>Start it without elevated rights</source>
        <translation>Ohne erhöhte Rechte starten</translation>
    </message>
    <message>
        <source>The application must enable it</source>
        <translation>Die Anwendung muss ihn einschalten</translation>
    </message>
    <message>
        <source>The application must not request it</source>
        <translation>Die Anwendung darf ihn nicht anfordern</translation>
    </message>
    <message>
        <source>Files not used</source>
        <translation>Nicht verwendete Dateien</translation>
    </message>
    <message>
        <source>intel (older GPUs)</source>
        <translation>intel (ältere GPUs)</translation>
    </message>
    <message>
        <source>Every program</source>
        <translation>Jedes Programm</translation>
    </message>
    <message>
        <source>Any program</source>
        <translation>Beliebiges Programm</translation>
    </message>
    <message>
        <source>{reason}: the loader skips your folders and most variables</source>
        <translation>{reason}: Der Loader übergeht Ihre Ordner und die meisten Variablen</translation>
    </message>
    <message>
        <source>{name}, program: {text}.</source>
        <translation>{name}, Programm: {text}.</translation>
    </message>
    <message>
        <source>Assumed to request no layers itself</source>
        <translation>Angenommen: fordert selbst keine Layer an</translation>
    </message>
    <message>
        <source>Requests Vulkan {version} and no layers</source>
        <translation>Fordert Vulkan {version} und selbst keine Layer an</translation>
    </message>
    <message numerus="yes">
        <source>Requests Vulkan {version} and {n:,} layers</source>
        <comment>Requests Vulkan {version} and {n:,} layer</comment>
        <translation>
            <numerusform>Fordert Vulkan {version} und selbst {n:,} Layer an</numerusform>
            <numerusform>Fordert Vulkan {version} und selbst {n:,} Layer an</numerusform>
        </translation>
    </message>
    <message>
        <source>predicted for loader {version}</source>
        <translation>vorhergesagt für Loader {version}</translation>
    </message>
    <message>
        <source>simulated · {bits}</source>
        <translation>simuliert · {bits}</translation>
    </message>
    <message>
        <source>simulated, not installed · {bits}</source>
        <translation>simuliert, nicht installiert · {bits}</translation>
    </message>
    <message>
        <source>also installed: {loaders}</source>
        <translation>auch vorhanden: {loaders}</translation>
    </message>
    <message>
        <source>{bits}-bit {version}</source>
        <translation>{version} ({bits} Bit)</translation>
    </message>
    <message>
        <source>No Vulkan loader is installed</source>
        <translation>Kein Vulkan-Loader ist installiert</translation>
    </message>
    <message>
        <source>No {bits}-bit Vulkan loader is installed</source>
        <translation>Kein {bits}-Bit-Vulkan-Loader ist installiert</translation>
    </message>
    <message>
        <source>not installed; the choice is not applied</source>
        <translation>nicht installiert; die Auswahl wird nicht angewendet</translation>
    </message>
    <message>
        <source>{name}, driver, missing: {reason}.</source>
        <translation>{name}, Treiber, fehlt: {reason}.</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>nicht ausgewählt</translation>
    </message>
    <message>
        <source>cannot be opened: {reason}</source>
        <translation>lässt sich nicht öffnen: {reason}</translation>
    </message>
    <message>
        <source>{name}, driver, {state}.</source>
        <translation>{name}, Treiber, {state}.</translation>
    </message>
    <message>
        <source>Every Vulkan program</source>
        <translation>Jedes Vulkan-Programm</translation>
    </message>
    <message>
        <source>This is a what-if: nothing is written.</source>
        <translation>Das ist Was-wäre-wenn: Nichts wird geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>{names} are applied by a loader settings file, which acts here too.</source>
        <comment>{names} is applied by a loader settings file, which acts here too.</comment>
        <translation>
            <numerusform>{names} ist durch eine Loader-Einstellungsdatei angewendet, die auch hier wirkt.</numerusform>
            <numerusform>{names} sind durch eine Loader-Einstellungsdatei angewendet, die auch hier wirkt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another program applied an override to the system; a run with these variables ignores it.</source>
        <translation>Ein anderes Programm hat ein Override auf das System angewendet; ein Lauf mit diesen Variablen beachtet es nicht.</translation>
    </message>
    <message>
        <source>Another program applied an override to the system; a launch from here ignores it.</source>
        <translation>Ein anderes Programm hat ein Override auf das System angewendet; ein Start von hier beachtet es nicht.</translation>
    </message>
    <message>
        <source>Nothing is applied to the system.</source>
        <translation>Auf das System ist nichts angewendet.</translation>
    </message>
    <message numerus="yes">
        <source>{names} are applied to the system; a run with these variables ignores them.</source>
        <comment>{names} is applied to the system; a run with these variables ignores it.</comment>
        <translation>
            <numerusform>{names} ist auf das System angewendet; ein Lauf mit diesen Variablen beachtet sie nicht.</numerusform>
            <numerusform>{names} sind auf das System angewendet; ein Lauf mit diesen Variablen beachtet sie nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} are applied to the system; a launch from here ignores them.</source>
        <comment>{names} is applied to the system; a launch from here ignores it.</comment>
        <translation>
            <numerusform>{names} ist auf das System angewendet; ein Start von hier beachtet sie nicht.</numerusform>
            <numerusform>{names} sind auf das System angewendet; ein Start von hier beachtet sie nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is applied yet.</source>
        <translation>Noch nichts ist angewendet.</translation>
    </message>
    <message>
        <source>It is not applied yet.</source>
        <translation>Sie ist noch nicht angewendet.</translation>
    </message>
    <message>
        <source>It is in force now.</source>
        <translation>Sie ist jetzt in Kraft.</translation>
    </message>
    <message>
        <source>An older version is in force.</source>
        <translation>Eine ältere Fassung ist in Kraft.</translation>
    </message>
    <message>
        <source>Applying this would have no effect.</source>
        <translation>Anwenden hätte keine Wirkung.</translation>
    </message>
    <message>
        <source>Applying this would have no effect: {reason}.</source>
        <translation>Anwenden hätte keine Wirkung: {reason}.</translation>
    </message>
    <message>
        <source>Applying this would have no effect: {reason} ({cure}).</source>
        <translation>Anwenden hätte keine Wirkung: {reason} ({cure}).</translation>
    </message>
    <message>
        <source>{who} hangs at its first Vulkan call.</source>
        <translation>{who} hängt beim ersten Vulkan-Aufruf.</translation>
    </message>
    <message>
        <source>{who} hangs at its first Vulkan call: a file that the loader reads is a pipe.</source>
        <translation>{who} hängt beim ersten Vulkan-Aufruf: Eine Datei, die der Loader liest, ist eine Pipe.</translation>
    </message>
    <message>
        <source>{who} cannot use Vulkan: {result}.</source>
        <translation>{who} kann Vulkan nicht verwenden: {result}.</translation>
    </message>
    <message>
        <source>{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.</source>
        <translation>{who} kann Vulkan nicht verwenden: {cause}; vkCreateInstance gibt {result} zurück.</translation>
    </message>
    <message>
        <source>{who} cannot use Vulkan: {cause}.</source>
        <translation>{who} kann Vulkan nicht verwenden: {cause}.</translation>
    </message>
    <message>
        <source>{who} crashes: {cause}.</source>
        <translation>{who} stürzt ab: {cause}.</translation>
    </message>
    <message>
        <source>{who} hangs: {cause}.</source>
        <translation>{who} hängt: {cause}.</translation>
    </message>
    <message>
        <source>{who} uses too many resources: {cause}.</source>
        <translation>{who} verbraucht zu viele Ressourcen: {cause}.</translation>
    </message>
    <message>
        <source>{who} exits without a message: {cause}.</source>
        <translation>{who} endet ohne Meldung: {cause}.</translation>
    </message>
    <message>
        <source>{who} fails: {cause}.</source>
        <translation>{who} schlägt fehl: {cause}.</translation>
    </message>
    <message>
        <source>{who} crashes because of {name}.</source>
        <translation>{who} stürzt wegen {name} ab.</translation>
    </message>
    <message>
        <source>{who} hangs because of {name}.</source>
        <translation>{who} hängt wegen {name}.</translation>
    </message>
    <message>
        <source>{who} uses too many resources because of {name}.</source>
        <translation>{who} verbraucht wegen {name} zu viel.</translation>
    </message>
    <message>
        <source>{who} exits without a message because of {name}.</source>
        <translation>{who} endet wegen {name} ohne Meldung.</translation>
    </message>
    <message>
        <source>{who} fails because of {name}.</source>
        <translation>{who} schlägt wegen {name} fehl.</translation>
    </message>
    <message>
        <source>No Vulkan loader and no driver are installed. Shown is what loader {version} would do.</source>
        <translation>Weder Vulkan-Loader noch Treiber sind installiert. Gezeigt wird, was Loader {version} täte.</translation>
    </message>
    <message>
        <source>No Vulkan loader and no driver are installed.</source>
        <translation>Weder Vulkan-Loader noch Treiber sind installiert.</translation>
    </message>
    <message>
        <source>No Vulkan loader.</source>
        <translation>Kein Vulkan-Loader.</translation>
    </message>
    <message>
        <source>you turned it on, but it does not load</source>
        <translation>Sie haben ihn eingeschaltet, und er wird nicht geladen</translation>
    </message>
    <message>
        <source>you turned it off, but it still loads</source>
        <translation>Sie haben ihn ausgeschaltet, und er wird trotzdem geladen</translation>
    </message>
    <message numerus="yes">
        <source>you turned them off, but {names} still load</source>
        <comment>you turned them off, but {names} still loads</comment>
        <translation>
            <numerusform>Sie haben sie ausgeschaltet, und {names} wird trotzdem geladen</numerusform>
            <numerusform>Sie haben sie ausgeschaltet, und {names} werden trotzdem geladen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>you turned them on, but {names} do not load</source>
        <comment>you turned them on, but {names} does not load</comment>
        <translation>
            <numerusform>Sie haben sie eingeschaltet, und {names} wird nicht geladen</numerusform>
            <numerusform>Sie haben sie eingeschaltet, und {names} werden nicht geladen</numerusform>
        </translation>
    </message>
    <message>
        <source>you chose {copy}, but this loader uses {loaded}</source>
        <translation>Sie haben {copy} gewählt, dieser Loader nimmt {loaded}</translation>
    </message>
    <message>
        <source>you put it {slot}, but this loader puts it {here}</source>
        <translation>von Ihnen an {slot} Stelle gesetzt, dieser Loader setzt ihn an {here} Stelle</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>Nur</translation>
    </message>
    <message>
        <source>Set to {control}.</source>
        <translation>Gewählt: {control}.</translation>
    </message>
    <message>
        <source>No driver here finds a device.</source>
        <translation>Kein Treiber findet hier ein Gerät.</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>{who} will load {layers}.</source>
        <translation>{who} lädt {layers}.</translation>
    </message>
    <message>
        <source>{who} would load {layers}.</source>
        <translation>{who} würde laden: {layers}.</translation>
    </message>
    <message>
        <source>With these variables {who} will load {layers}.</source>
        <translation>Mit diesen Variablen lädt {who} {layers}.</translation>
    </message>
    <message>
        <source>With these variables {who} would load {layers}.</source>
        <translation>Mit diesen Variablen würde {who} laden: {layers}.</translation>
    </message>
    <message>
        <source>Safe mode, {safe}: {who} will load {layers}.</source>
        <translation>Abgesicherter Modus, {safe}: {who} lädt {layers}.</translation>
    </message>
    <message>
        <source>Safe mode, {safe}: {who} would load {layers}.</source>
        <translation>Abgesicherter Modus, {safe}: {who} würde laden: {layers}.</translation>
    </message>
    <message>
        <source>Applied for {who}, this configuration loads {layers}.</source>
        <translation>Für {who} angewendet, lädt diese Konfiguration {layers}.</translation>
    </message>
    <message>
        <source>Applied for {who}, this configuration would load {layers}.</source>
        <translation>Für {who} angewendet, würde diese Konfiguration laden: {layers}.</translation>
    </message>
    <message>
        <source>Applied for {who}: loads {layers}.</source>
        <translation>Für {who} angewendet: lädt {layers}.</translation>
    </message>
    <message numerus="yes">
        <source>{who} would load {layers}.</source>
        <comment>{who} would load {layers}.</comment>
        <translation>
            <numerusform>{who} würde laden: {layers}.</numerusform>
            <numerusform>{who} würden laden: {layers}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{who} load {layers}.</source>
        <comment>{who} loads {layers}.</comment>
        <translation>
            <numerusform>{who} lädt {layers}.</numerusform>
            <numerusform>{who} laden {layers}.</numerusform>
        </translation>
    </message>
    <message>
        <source>no layers on {device}</source>
        <translation>keine Layer auf {device}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} layers on {device}</source>
        <comment>{n:,} layer on {device}</comment>
        <translation>
            <numerusform>{n:,} Layer auf {device}</numerusform>
            <numerusform>{n:,} Layer auf {device}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} layers: {names}</source>
        <comment>{n:,} layer: {names}</comment>
        <translation>
            <numerusform>{n:,} Layer: {names}</numerusform>
            <numerusform>{n:,} Layer: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} layers on {device}: {names}</source>
        <comment>{n:,} layer on {device}: {names}</comment>
        <translation>
            <numerusform>{n:,} Layer auf {device}: {names}</numerusform>
            <numerusform>{n:,} Layer auf {device}: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>not probed yet</source>
        <translation>noch nicht getestet</translation>
    </message>
    <message>
        <source>another chain</source>
        <translation>einer anderen Kette</translation>
    </message>
    <message>
        <source>Probing was cancelled; what was finished is kept.</source>
        <translation>Der Test wurde abgebrochen; was fertig war, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Probing: {step}</source>
        <translation>Test: {step}</translation>
    </message>
    <message>
        <source>Probing…</source>
        <translation>Test läuft …</translation>
    </message>
    <message>
        <source>Probing {done} of {total}…</source>
        <translation>Test {done} von {total} …</translation>
    </message>
    <message>
        <source>Probing {done} of {total}: {step}</source>
        <translation>Test {done} von {total}: {step}</translation>
    </message>
    <message>
        <source>probed with {differences}</source>
        <translation>getestet mit {differences}</translation>
    </message>
    <message>
        <source>Tried {when} with {differences}, not yet as shown.</source>
        <translation>Getestet {when} mit {differences}, wie gezeigt noch nicht.</translation>
    </message>
    <message>
        <source>Tried {when} with {differences} ({layers}), not yet as shown.</source>
        <translation>Getestet {when} mit {differences} ({layers}), wie gezeigt noch nicht.</translation>
    </message>
    <message>
        <source>Tried {when}. {result}</source>
        <translation>Getestet {when}. {result}</translation>
    </message>
    <message>
        <source>Tried {when}: it differs. {difference}</source>
        <translation>Getestet {when}: Es gibt Abweichungen. {difference}</translation>
    </message>
    <message>
        <source>Tried {when}: every layer was called in the predicted order.</source>
        <translation>Getestet {when}: Alle Layer wurden in der vorhergesagten Reihenfolge aufgerufen.</translation>
    </message>
    <message>
        <source>Probe all opens it</source>
        <translation>„Alle testen“ öffnet ihn</translation>
    </message>
    <message numerus="yes">
        <source>like {n:,} others; Probe all opens them</source>
        <comment>like {n:,} other; Probe all opens them</comment>
        <translation>
            <numerusform>wie {n:,} weiterer; „Alle testen“ öffnet sie</numerusform>
            <numerusform>wie {n:,} weitere; „Alle testen“ öffnet sie</numerusform>
        </translation>
    </message>
    <message>
        <source>left out by this configuration</source>
        <translation>von dieser Konfiguration weggelassen</translation>
    </message>
    <message>
        <source>programs still get every device</source>
        <translation>Programme erhalten weiterhin alle Geräte</translation>
    </message>
    <message>
        <source>you chose it, but programs do not get it: its driver has changed since</source>
        <translation>Sie haben es gewählt, und Programme erhalten es nicht: Sein Treiber hat sich seitdem geändert</translation>
    </message>
    <message>
        <source>you chose it, but programs do not get it</source>
        <translation>Sie haben es gewählt, und Programme erhalten es nicht</translation>
    </message>
    <message>
        <source>you left it out, but programs get it</source>
        <translation>Sie haben es weggelassen, und Programme erhalten es</translation>
    </message>
    <message>
        <source>you put it {wished}, but programs get it {place}</source>
        <translation>von Ihnen an {wished} Stelle gesetzt, Programme erhalten es an {place} Stelle</translation>
    </message>
    <message>
        <source>{name} {finding}</source>
        <translation>{name} {finding}</translation>
    </message>
    <message>
        <source>{who} fails with this chain.</source>
        <translation>{who} übersteht diese Kette nicht.</translation>
    </message>
    <message>
        <source>no device here</source>
        <translation>hier kein Gerät</translation>
    </message>
    <message>
        <source>not called in the probe</source>
        <translation>im Test nicht aufgerufen</translation>
    </message>
    <message>
        <source>Probed: {reason}</source>
        <translation>Getestet: {reason}</translation>
    </message>
    <message>
        <source>Probe shows each step</source>
        <translation>„Test“ zeigt jeden Schritt</translation>
    </message>
    <message>
        <source>device that programs see</source>
        <translation>Gerät, das Programme sehen</translation>
    </message>
    <message>
        <source>{place} device that programs see</source>
        <translation>{place} Gerät, das Programme sehen</translation>
    </message>
    <message>
        <source>{name}, device of {driver}: {facts}.</source>
        <translation>{name}, Gerät von {driver}: {facts}.</translation>
    </message>
    <message>
        <source>{name}, {place} device of {driver}: {facts}.</source>
        <translation>{name}, {place} Gerät von {driver}: {facts}.</translation>
    </message>
    <message>
        <source>called {place} in the probe</source>
        <translation>im Test an {place} Stelle aufgerufen</translation>
    </message>
    <message>
        <source>another loader</source>
        <translation>einem anderen Loader</translation>
    </message>
    <message>
        <source>other drivers</source>
        <translation>anderen Treibern</translation>
    </message>
    <message numerus="yes">
        <source>other values of {n:,} variables</source>
        <comment>another value of {n:,} variable</comment>
        <translation>
            <numerusform>einem anderen Wert von {n:,} Variable</numerusform>
            <numerusform>anderen Werten von {n:,} Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>another value of {names}</source>
        <translation>einem anderen Wert von {names}</translation>
    </message>
    <message>
        <source>refuses this loader</source>
        <translation>lehnt diesen Loader ab</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>crashes</source>
        <translation>stürzt ab</translation>
    </message>
    <message>
        <source>hangs</source>
        <translation>hängt</translation>
    </message>
    <message>
        <source>uses too many resources</source>
        <translation>verbraucht zu viele Ressourcen</translation>
    </message>
    <message>
        <source>ends the process</source>
        <translation>beendet den Prozess</translation>
    </message>
    <message>
        <source>Opens</source>
        <translation>Öffnet</translation>
    </message>
    <message>
        <source>Negotiates</source>
        <translation>Handelt Schnittstelle aus</translation>
    </message>
    <message>
        <source>Lists extensions</source>
        <translation>Listet Erweiterungen auf</translation>
    </message>
    <message>
        <source>Creates an instance</source>
        <translation>Erzeugt eine Instanz</translation>
    </message>
    <message>
        <source>Lists devices</source>
        <translation>Listet Geräte auf</translation>
    </message>
    <message>
        <source>Creates a device</source>
        <translation>Erzeugt ein Gerät</translation>
    </message>
    <message>
        <source>Destroys both again</source>
        <translation>Zerstört beide wieder</translation>
    </message>
    <message>
        <source>open {library}</source>
        <translation>{library} öffnen</translation>
    </message>
    <message>
        <source>close {library}</source>
        <translation>{library} schließen</translation>
    </message>
    <message>
        <source>run {command}</source>
        <translation>{command} ausführen</translation>
    </message>
    <message>
        <source>the properties of device {number}</source>
        <translation>Eigenschaften von Gerät {number}</translation>
    </message>
    <message>
        <source>{call} of {library}</source>
        <translation>{call} von {library}</translation>
    </message>
    <message>
        <source>works ({duration})</source>
        <translation>funktioniert ({duration})</translation>
    </message>
    <message>
        <source>finds no GPU that it can drive ({result})</source>
        <translation>findet keine GPU, die er ansteuern kann ({result})</translation>
    </message>
    <message>
        <source>refuses this loader: {reason}</source>
        <translation>lehnt diesen Loader ab: {reason}</translation>
    </message>
    <message>
        <source>{call} returns {result}</source>
        <translation>{call} gibt {result} zurück</translation>
    </message>
    <message>
        <source>not probed: {reason}</source>
        <translation>nicht getestet: {reason}</translation>
    </message>
    <message>
        <source>crashes when {library} is opened ({code})</source>
        <translation>stürzt beim Öffnen von {library} ab ({code})</translation>
    </message>
    <message>
        <source>crashes in {step} ({code})</source>
        <translation>stürzt in {step} ab ({code})</translation>
    </message>
    <message>
        <source>crashes ({code})</source>
        <translation>stürzt ab ({code})</translation>
    </message>
    <message>
        <source>hangs when {library} is opened</source>
        <translation>hängt beim Öffnen von {library}</translation>
    </message>
    <message>
        <source>hangs in {step}</source>
        <translation>hängt in {step}</translation>
    </message>
    <message>
        <source>uses {what} when {library} is opened</source>
        <translation>verbraucht {what} beim Öffnen von {library}</translation>
    </message>
    <message>
        <source>uses {what} in {step}</source>
        <translation>verbraucht {what} in {step}</translation>
    </message>
    <message>
        <source>uses {what}</source>
        <translation>verbraucht {what}</translation>
    </message>
    <message>
        <source>ends the process without a message when {library} is opened</source>
        <translation>beendet den Prozess ohne Meldung beim Öffnen von {library}</translation>
    </message>
    <message>
        <source>ends the process without a message in {step}</source>
        <translation>beendet den Prozess ohne Meldung in {step}</translation>
    </message>
    <message>
        <source>ends the process without a message</source>
        <translation>beendet den Prozess ohne Meldung</translation>
    </message>
    <message>
        <source>when {library} is opened ({code})</source>
        <translation>beim Öffnen von {library} ({code})</translation>
    </message>
    <message>
        <source>in {step} ({code})</source>
        <translation>in {step} ({code})</translation>
    </message>
    <message>
        <source>driver interface {interface}</source>
        <translation>Treiberschnittstelle {interface}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} instance extensions</source>
        <comment>{n:,} instance extension</comment>
        <translation>
            <numerusform>{n:,} Instanzerweiterung</numerusform>
            <numerusform>{n:,} Instanzerweiterungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{result} on {device}</source>
        <translation>{result} auf {device}</translation>
    </message>
    <message>
        <source>layer interface {interface}</source>
        <translation>Layer-Schnittstelle {interface}</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>crashed with {code}</source>
        <translation>mit {code} abgestürzt</translation>
    </message>
    <message>
        <source>did not return and was stopped</source>
        <translation>kam nicht zurück und wurde beendet</translation>
    </message>
    <message>
        <source>used {code} and was stopped</source>
        <translation>verbrauchte {code} und wurde beendet</translation>
    </message>
    <message>
        <source>ended the process ({code})</source>
        <translation>beendete den Prozess ({code})</translation>
    </message>
    <message>
        <source>Programs that use it crash in the same way.</source>
        <translation>Programme, die ihn verwenden, stürzen ebenso ab.</translation>
    </message>
    <message>
        <source>Programs that use it hang in the same way.</source>
        <translation>Programme, die ihn verwenden, hängen ebenso.</translation>
    </message>
    <message>
        <source>Programs that use it use as much, and nothing stops them.</source>
        <translation>Programme, die ihn verwenden, verbrauchen ebenso viel, und nichts hält sie auf.</translation>
    </message>
    <message>
        <source>Programs that use it exit without a message.</source>
        <translation>Programme, die ihn verwenden, enden ohne Meldung.</translation>
    </message>
    <message>
        <source>Programs that load it crash in the same way.</source>
        <translation>Programme, die ihn laden, stürzen ebenso ab.</translation>
    </message>
    <message>
        <source>Programs that load it hang in the same way.</source>
        <translation>Programme, die ihn laden, hängen ebenso.</translation>
    </message>
    <message>
        <source>Programs that load it use as much, and nothing stops them.</source>
        <translation>Programme, die ihn laden, verbrauchen ebenso viel, und nichts hält sie auf.</translation>
    </message>
    <message>
        <source>Programs that load it exit without a message.</source>
        <translation>Programme, die ihn laden, enden ohne Meldung.</translation>
    </message>
    <message>
        <source>Programs that load it get the same error.</source>
        <translation>Programme, die ihn laden, erhalten denselben Fehler.</translation>
    </message>
    <message>
        <source>Programs continue without its devices.</source>
        <translation>Programme laufen ohne seine Geräte weiter.</translation>
    </message>
    <message>
        <source>This driver and this loader are not compatible; update the older one.</source>
        <translation>Dieser Treiber und dieser Loader passen nicht zusammen; den älteren aktualisieren.</translation>
    </message>
    <message>
        <source>Turn it off in this configuration, or install another version of this driver.</source>
        <translation>In dieser Konfiguration ausschalten oder eine andere Version dieses Treibers installieren.</translation>
    </message>
    <message>
        <source>Programs that load it continue without it.</source>
        <translation>Programme, die ihn laden, laufen ohne ihn weiter.</translation>
    </message>
    <message>
        <source>This layer and this loader are not compatible; update the older one.</source>
        <translation>Dieser Layer und dieser Loader passen nicht zusammen; den älteren aktualisieren.</translation>
    </message>
    <message>
        <source>Turn it off in this configuration, or install another version of this layer.</source>
        <translation>In dieser Konfiguration ausschalten oder eine andere Version dieses Layers installieren.</translation>
    </message>
    <message>
        <source>Install the missing libraries, or a build for this machine.</source>
        <translation>Installieren, was dem dynamischen Linker fehlt, oder einen Build für diesen Rechner.</translation>
    </message>
    <message>
        <source>{duration} of its own</source>
        <translation>davon {duration} selbst</translation>
    </message>
    <message>
        <source>adds {extension}</source>
        <translation>fügt {extension} hinzu</translation>
    </message>
    <message>
        <source>hides {extension}</source>
        <translation>verbirgt {extension}</translation>
    </message>
    <message>
        <source>The whole chain {verdict}.</source>
        <translation>Die ganze Kette {verdict}.</translation>
    </message>
    <message>
        <source>vkCreateInstance returned {result}.</source>
        <translation>vkCreateInstance gab {result} zurück.</translation>
    </message>
    <message>
        <source>{name}, predicted {place}, was not called.</source>
        <translation>{name}, vorhergesagt an {place} Stelle, wurde nicht aufgerufen.</translation>
    </message>
    <message>
        <source>{called} was called {place}, where {predicted} was predicted.</source>
        <translation>{called} wurde an {place} Stelle aufgerufen, wo {predicted} vorhergesagt war.</translation>
    </message>
    <message>
        <source>{layer} was called too, and was not predicted.</source>
        <translation>{layer} wurde auch aufgerufen und war nicht vorhergesagt.</translation>
    </message>
    <message>
        <source>Probed {probed}: everything works.</source>
        <translation>{probed} getestet: Alles funktioniert.</translation>
    </message>
    <message>
        <source>Nothing was probed.</source>
        <translation>Nichts wurde getestet.</translation>
    </message>
    <message>
        <source>Probed the chain: {bad}.</source>
        <translation>Kette getestet: {bad}.</translation>
    </message>
    <message>
        <source>Probed {probed}: {bad}.</source>
        <translation>{probed} getestet: {bad}.</translation>
    </message>
    <message>
        <source>the whole chain: {result}</source>
        <translation>die ganze Kette: {result}</translation>
    </message>
    <message>
        <source>This is a recording: the sample machine has no libraries to open.</source>
        <translation>Das ist eine Aufzeichnung: Der Beispielrechner hat nichts, was sich öffnen ließe.</translation>
    </message>
    <message>
        <source>not probed</source>
        <translation>nicht getestet</translation>
    </message>
    <message numerus="yes">
        <source>More may load: {n:,} manifests are not here.</source>
        <comment>More may load: {n:,} manifest is not here.</comment>
        <translation>
            <numerusform>Es können mehr geladen werden: {n:,} Manifest ist nicht hier.</numerusform>
            <numerusform>Es können mehr geladen werden: {n:,} Manifeste sind nicht hier.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown which layers {who} will load: {n:,} manifests are named there, but are not here.</source>
        <comment>Unknown which layers {who} will load: {n:,} manifest is named there, but is not here.</comment>
        <translation>
            <numerusform>Unbekannt, welche Layer {who} lädt: {n:,} Manifest ist dort genannt, aber nicht hier.</numerusform>
            <numerusform>Unbekannt, welche Layer {who} lädt: {n:,} Manifeste sind dort genannt, aber nicht hier.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unknown which layers {who} will load: {n:,} manifests are not here.</source>
        <comment>Unknown which layers {who} will load: {n:,} manifest is not here.</comment>
        <translation>
            <numerusform>Unbekannt, welche Layer {who} lädt: {n:,} Manifest ist nicht hier.</numerusform>
            <numerusform>Unbekannt, welche Layer {who} lädt: {n:,} Manifeste sind nicht hier.</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown which layers {who} will load.</source>
        <translation>Unbekannt, welche Layer {who} lädt.</translation>
    </message>
    <message>
        <source>{variable} is set on that machine</source>
        <translation>{variable} ist auf jenem Rechner gesetzt</translation>
    </message>
    <message>
        <source>none installed</source>
        <translation>keiner installiert</translation>
    </message>
    <message>
        <source>Loader {version}: {library}</source>
        <translation>Loader {version}: {library}</translation>
    </message>
    <message>
        <source>Library {library}</source>
        <translation>Bibliothek {library}</translation>
    </message>
    <message>
        <source>is for another word size than the program</source>
        <translation>ist für eine andere Wortbreite als das Programm</translation>
    </message>
    <message>
        <source>is for another kind of processor</source>
        <translation>ist für eine andere Prozessorart</translation>
    </message>
    <message>
        <source>is not a library</source>
        <translation>ist keine Bibliothek</translation>
    </message>
    <message>
        <source>may not be read by you</source>
        <translation>darf von Ihnen nicht gelesen werden</translation>
    </message>
    <message>
        <source>can only be found by the dynamic linker of a running program</source>
        <translation>findet nur der dynamische Linker eines laufenden Programms</translation>
    </message>
    <message>
        <source>… only the first {size} are shown</source>
        <translation>… nur die ersten {size} werden gezeigt</translation>
    </message>
    <message>
        <source>none: a meta-layer, which loads its components</source>
        <translation>keine: ein Meta-Layer, der seine Bestandteile lädt</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Aufgelöst</translation>
    </message>
    <message>
        <source>Word size</source>
        <translation>Wortbreite</translation>
    </message>
    <message>
        <source>not tried; its header fits programs of this word size</source>
        <translation>nicht versucht; der Dateikopf passt zu Programmen dieser Wortbreite</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Why this one</source>
        <translation>Warum dieser</translation>
    </message>
    <message>
        <source>Possible too</source>
        <translation>Ebenfalls möglich</translation>
    </message>
    <message>
        <source>{version}, {bits}-bit: {library}</source>
        <translation>{version}, {bits} Bit: {library}</translation>
    </message>
    <message>
        <source>Other installed loaders</source>
        <translation>Weitere Loader hier</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Einstellungsdatei</translation>
    </message>
    <message>
        <source>Implicit layers</source>
        <translation>Implizite Layer</translation>
    </message>
    <message>
        <source>Explicit layers</source>
        <translation>Explizite Layer</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>nirgends</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>This configuration keeps its position or settings</source>
        <translation>Diese Konfiguration behält seine Stelle oder Einstellungen</translation>
    </message>
    <message>
        <source>This configuration still turns it on</source>
        <translation>Diese Konfiguration schaltet ihn weiterhin ein</translation>
    </message>
    <message>
        <source>This configuration still turns it off</source>
        <translation>Diese Konfiguration schaltet ihn weiterhin aus</translation>
    </message>
    <message>
        <source>No manifest that the loader finds offers this layer</source>
        <translation>Kein Manifest, das der Loader findet, bietet diesen Layer an</translation>
    </message>
    <message>
        <source>Brought by, if your remote has it: {command}</source>
        <translation>Bringt ihn, falls Ihre Paketquelle ihn hat: {command}</translation>
    </message>
    <message>
        <source>None of this applies until the layer is installed again</source>
        <translation>Nichts davon gilt, bis der Layer wieder installiert ist</translation>
    </message>
    <message>
        <source>It was last seen at {manifest}, which is there</source>
        <translation>Zuletzt gefunden in {manifest}; die Datei ist da</translation>
    </message>
    <message>
        <source>It was last seen at {manifest}, which is gone</source>
        <translation>Zuletzt gefunden in {manifest}; die Datei ist weg</translation>
    </message>
    <message>
        <source>This configuration leaves the layers that it does not name to the loader</source>
        <translation>Diese Konfiguration überlässt Layer, die sie nicht nennt, dem Loader</translation>
    </message>
    <message>
        <source>This configuration turns on every layer that it does not name</source>
        <translation>Diese Konfiguration schaltet jeden Layer ein, den sie nicht nennt</translation>
    </message>
    <message>
        <source>This configuration lets no layer load that it does not name</source>
        <translation>Diese Konfiguration lässt nur Layer laden, die sie nennt</translation>
    </message>
    <message>
        <source>No other layer was found</source>
        <translation>Kein anderer Layer wurde gefunden</translation>
    </message>
    <message>
        <source>No difference: the loader decides the same</source>
        <translation>Kein Unterschied: Der Loader entscheidet gleich</translation>
    </message>
    <message>
        <source>Only loader {version}: {feature}</source>
        <translation>Nur Loader {version}: {feature}</translation>
    </message>
    <message>
        <source>another rule</source>
        <translation>andere Regel</translation>
    </message>
    <message>
        <source>Loader {after} instead of {before}</source>
        <translation>Loader {after} statt {before}</translation>
    </message>
    <message>
        <source>rule {rule}</source>
        <translation>Regel {rule}</translation>
    </message>
    <message>
        <source>{program}: {request}.</source>
        <translation>{program}: {request}.</translation>
    </message>
    <message>
        <source>A loader is a version, such as 1.3.239, or the path of a libvulkan.so.1.</source>
        <translation>Ein Loader ist eine Version wie 1.3.239 oder der Pfad einer libvulkan.so.1.</translation>
    </message>
    <message>
        <source>Write NAME=value, or NAME alone to unset the variable.</source>
        <translation>NAME=Wert schreiben oder nur NAME, um die Variable zu entfernen.</translation>
    </message>
    <message>
        <source>A program is a path, or a name that is found in PATH.</source>
        <translation>Ein Programm ist ein Pfad oder ein Name, der in PATH gefunden wird.</translation>
    </message>
    <message>
        <source>A root is an absolute path of a folder, such as /mnt/disk, or a view: flatpak:APP, snap:NAME, steam:RUNTIME, process:PID, root.</source>
        <translation>Eine Wurzel ist ein Ordner mit vollem Pfad: /mnt/disk; oder eine Ansicht: flatpak:APP, snap:NAME, steam:RUNTIME, process:PID, root.</translation>
    </message>
    <message>
        <source>installed here, {bits}-bit: {library}</source>
        <translation>hier installiert, {bits} Bit: {library}</translation>
    </message>
    <message>
        <source>in {distribution}</source>
        <translation>in {distribution}</translation>
    </message>
    <message>
        <source>the newest that is known</source>
        <translation>die neueste bekannte</translation>
    </message>
    <message>
        <source>the first in which {change}</source>
        <translation>die erste, in der gilt: {change}</translation>
    </message>
    <message>
        <source>assume this version</source>
        <translation>diese Version annehmen</translation>
    </message>
    <message>
        <source>assume this loader library</source>
        <translation>diese Loader-Bibliothek annehmen</translation>
    </message>
    <message>
        <source>in a dialog</source>
        <translation>in einem Dialog</translation>
    </message>
    <message>
        <source>of “{name}”</source>
        <translation>aus „{name}“</translation>
    </message>
    <message>
        <source>chosen before</source>
        <translation>zuvor gewählt</translation>
    </message>
    <message>
        <source>without {name}</source>
        <translation>ohne {name}</translation>
    </message>
    <message>
        <source>now {value}</source>
        <translation>jetzt {value}</translation>
    </message>
    <message>
        <source>unset the variable</source>
        <translation>Variable entfernen</translation>
    </message>
    <message>
        <source>set the variable</source>
        <translation>Variable setzen</translation>
    </message>
    <message>
        <source>{name} not set</source>
        <translation>{name} nicht gesetzt</translation>
    </message>
    <message>
        <source>use this folder as the root</source>
        <translation>diesen Ordner als Wurzel verwenden</translation>
    </message>
    <message>
        <source>view the machine as this</source>
        <translation>den Rechner so sehen</translation>
    </message>
    <message>
        <source>Copy what-if to configuration</source>
        <translation>Was-wäre-wenn in Konfiguration übernehmen</translation>
    </message>
    <message>
        <source>the changes to files tried here</source>
        <translation>die hier versuchten Änderungen an Dateien</translation>
    </message>
    <message>
        <source>Copies {parts} to “{name}”.</source>
        <translation>Übernimmt in „{name}“: {parts}.</translation>
    </message>
    <message>
        <source>Cannot be copied: {parts}.</source>
        <translation>Nicht übernehmbar: {parts}.</translation>
    </message>
    <message>
        <source>{file}: “{key}” renamed to “{name}”</source>
        <translation>{file}: „{key}“ umbenannt in „{name}“</translation>
    </message>
    <message>
        <source>without {file}</source>
        <translation>ohne {file}</translation>
    </message>
    <message>
        <source>{file} in {folder}</source>
        <translation>{file} in {folder}</translation>
    </message>
    <message>
        <source>portability drivers</source>
        <translation>Portability-Treiber</translation>
    </message>
    <message>
        <source>does not request {layer}</source>
        <translation>fordert {layer} nicht an</translation>
    </message>
    <message>
        <source>without elevated rights</source>
        <translation>ohne erhöhte Rechte</translation>
    </message>
    <message>
        <source>with {library} installed</source>
        <translation>mit installiertem {library}</translation>
    </message>
    <message>
        <source>the loader</source>
        <translation>der Loader</translation>
    </message>
    <message>
        <source>the loader version</source>
        <translation>die Loader-Version</translation>
    </message>
    <message>
        <source>the word size</source>
        <translation>die Wortbreite</translation>
    </message>
    <message>
        <source>the elevated rights</source>
        <translation>die erhöhten Rechte</translation>
    </message>
    <message>
        <source>the root folder</source>
        <translation>der Wurzelordner</translation>
    </message>
    <message>
        <source>whose view it is</source>
        <translation>wessen Ansicht es ist</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>other reason</source>
        <translation>anderer Grund</translation>
    </message>
    <message>
        <source>other file</source>
        <translation>andere Datei</translation>
    </message>
    <message>
        <source>Missing: {reason}</source>
        <translation>Fehlt: {reason}</translation>
    </message>
    <message>
        <source>{name}, missing: {reason}.</source>
        <translation>{name}, fehlt: {reason}.</translation>
    </message>
    <message>
        <source>Vulkan would fail</source>
        <translation>Vulkan würde fehlschlagen</translation>
    </message>
    <message>
        <source>Vulkan fails</source>
        <translation>Vulkan schlägt fehl</translation>
    </message>
    <message>
        <source>No assumptions yet</source>
        <translation>Noch keine Annahmen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows differ from today</source>
        <comment>{n:,} row differs from today</comment>
        <translation>
            <numerusform>{n:,} Zeile anders als heute</numerusform>
            <numerusform>{n:,} Zeilen anders als heute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} gone</source>
        <comment>{n:,} gone</comment>
        <translation>
            <numerusform>{n:,} entfällt</numerusform>
            <numerusform>{n:,} entfallen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing differs from today</source>
        <translation>Nichts ist anders als heute</translation>
    </message>
    <message numerus="yes">
        <source>{loading:,} of {n:,} layers would load</source>
        <comment>{loading:,} of {n:,} layer would load</comment>
        <translation>
            <numerusform>{loading:,} von {n:,} Layer geladen</numerusform>
            <numerusform>{loading:,} von {n:,} Layern geladen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{loading:,} of {n:,} layers load</source>
        <comment>{loading:,} of {n:,} layer load</comment>
        <translation>
            <numerusform>{loading:,} von {n:,} Layer wird geladen</numerusform>
            <numerusform>{loading:,} von {n:,} Layern werden geladen</numerusform>
        </translation>
    </message>
    <message>
        <source>installed today</source>
        <translation>heute installiert</translation>
    </message>
    <message>
        <source>{value} today</source>
        <translation>heute: {value}</translation>
    </message>
    <message>
        <source>was {place}</source>
        <translation>war an {place} Stelle</translation>
    </message>
    <message>
        <source>used today</source>
        <translation>heute verwendet</translation>
    </message>
    <message>
        <source>not used today</source>
        <translation>heute nicht verwendet</translation>
    </message>
    <message>
        <source>Today: not found</source>
        <translation>Heute: nicht gefunden</translation>
    </message>
    <message>
        <source>Today: {state}</source>
        <translation>Heute: {state}</translation>
    </message>
    <message>
        <source>Today: {state}, {place} in the chain</source>
        <translation>Heute: {state}, an {place} Stelle in der Kette</translation>
    </message>
    <message>
        <source>This machine now</source>
        <translation>Dieser Rechner jetzt</translation>
    </message>
    <message>
        <source>These are of two kinds. Choose two of one kind.</source>
        <translation>Das ist zweierlei. Wählen Sie zwei von derselben Art.</translation>
    </message>
    <message>
        <source>The comparison could not be made again in English. Compare anew: something may have changed.</source>
        <translation>Der Vergleich ließ sich nicht noch einmal auf Englisch erstellen. Vergleichen Sie neu: Vielleicht hat sich etwas geändert.</translation>
    </message>
    <message>
        <source>{title} is not known any more: probe again.</source>
        <translation>{title} ist nicht mehr bekannt: Testen Sie noch einmal.</translation>
    </message>
    <message>
        <source>{title}: scans from that time are no longer kept.</source>
        <translation>{title}: Was damals eingelesen wurde, ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>{path} is not a report. “vkconfig-py report --json” writes one.</source>
        <translation>{path} ist kein Bericht. „vkconfig-py report --json“ schreibt einen.</translation>
    </message>
    <message>
        <source>{left} and {right}</source>
        <translation>{left} und {right}</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Loaders</source>
        <translation>Loader</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>Overrides</translation>
    </message>
    <message>
        <source>Settings files</source>
        <translation>Einstellungsdateien</translation>
    </message>
    <message>
        <source>Last scan</source>
        <translation>Zuletzt eingelesen</translation>
    </message>
    <message numerus="yes">
        <source>library of {n:,} bytes</source>
        <comment>library of {n} byte</comment>
        <translation>
            <numerusform>Bibliothek mit {n:,} Byte</numerusform>
            <numerusform>Bibliothek mit {n:,} Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>content {digest}</source>
        <translation>Inhalt {digest}</translation>
    </message>
    <message>
        <source>there</source>
        <comment>a file</comment>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>Order of layers</source>
        <translation>Reihenfolge der Layer</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Launch</source>
        <comment>a heading</comment>
        <translation>Start</translation>
    </message>
    <message>
        <source>Loader</source>
        <translation>Loader</translation>
    </message>
    <message>
        <source>Chain of a launch</source>
        <translation>Kette eines Starts</translation>
    </message>
    <message>
        <source>Drivers of a launch</source>
        <translation>Treiber eines Starts</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Requests of the program</source>
        <translation>Anforderungen des Programms</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>place {place}</source>
        <translation>Platz {place}</translation>
    </message>
    <message>
        <source>unset</source>
        <comment>state of a variable</comment>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>copy: {copy}</source>
        <translation>Kopie: {copy}</translation>
    </message>
    <message>
        <source>settings are not written</source>
        <translation>Einstellungen werden nicht geschrieben</translation>
    </message>
    <message>
        <source>Settings of {layer}</source>
        <translation>Einstellungen von {layer}</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>remembered only</source>
        <translation>nur gemerkt</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>only those listed</source>
        <translation>nur die aufgeführten</translation>
    </message>
    <message>
        <source>position {place}</source>
        <translation>Position {place}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>Arbeitsordner</translation>
    </message>
    <message>
        <source>Loader log</source>
        <translation>Loader-Protokoll</translation>
    </message>
    <message>
        <source>Own settings file</source>
        <translation>Eigene Einstellungsdatei</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>rule: {name}</source>
        <translation>Regel: {name}</translation>
    </message>
    <message numerus="yes">
        <source>Nothing differs: {n:,} values are the same.</source>
        <comment>Nothing differs: {n} value is the same.</comment>
        <translation>
            <numerusform>Kein Unterschied: Der eine Wert ist gleich.</numerusform>
            <numerusform>Kein Unterschied: Alle {n:,} Werte sind gleich.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {total:,} values differ.</source>
        <comment>{n} of {total:,} values differs.</comment>
        <translation>
            <numerusform>{n:,} von {total:,} Werten unterscheidet sich.</numerusform>
            <numerusform>{n:,} von {total:,} Werten unterscheiden sich.</numerusform>
        </translation>
    </message>
    <message>
        <source>Change the program</source>
        <translation>Programm ändern</translation>
    </message>
    <message>
        <source>Keep the program</source>
        <translation>Programm behalten</translation>
    </message>
    <message>
        <source>Use the last program</source>
        <translation>Letztes Programm verwenden</translation>
    </message>
    <message>
        <source>Clear the program</source>
        <translation>Programm abwählen</translation>
    </message>
    <message>
        <source>“{name}” was changed after “{step}”, so that is not undone.</source>
        <translation>„{name}“ wurde nach „{step}“ geändert; das wird daher nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Your folders were changed after “{step}”, so that is not undone.</source>
        <translation>Ihre Ordner wurden nach „{step}“ geändert; das wird daher nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Option sets were changed after “{step}”, so that is not undone.</source>
        <translation>Optionssätze wurden nach „{step}“ geändert; das wird daher nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Another program was chosen after “{step}”, so that is not undone.</source>
        <translation>Nach „{step}“ wurde ein anderes Programm gewählt; das wird daher nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>“{name}” was changed after “{step}” was undone, so that is not redone.</source>
        <translation>„{name}“ wurde geändert, nachdem „{step}“ rückgängig gemacht war; das wird daher nicht wiederholt.</translation>
    </message>
    <message>
        <source>Your folders were changed after “{step}” was undone, so that is not redone.</source>
        <translation>Ihre Ordner wurden geändert, nachdem „{step}“ rückgängig gemacht war; das wird daher nicht wiederholt.</translation>
    </message>
    <message>
        <source>Option sets were changed after “{step}” was undone, so that is not redone.</source>
        <translation>Optionssätze wurden geändert, nachdem „{step}“ rückgängig gemacht war; das wird daher nicht wiederholt.</translation>
    </message>
    <message>
        <source>Another program was chosen after “{step}” was undone, so that is not redone.</source>
        <translation>Ein anderes Programm wurde gewählt, nachdem „{step}“ rückgängig gemacht war; das wird daher nicht wiederholt.</translation>
    </message>
    <message>
        <source>“format” must be a number from 0 to {newest}</source>
        <translation>„format“ muss eine Zahl von 0 bis {newest} sein</translation>
    </message>
    <message>
        <source>“format” is {number}, written by a newer version of this program</source>
        <translation>„format“ ist {number}, von einer neueren Version dieses Programms geschrieben</translation>
    </message>
    <message>
        <source>it is not a configuration of this program</source>
        <translation>es ist keine Konfiguration dieses Programms</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Validation with API dump</source>
        <translation>Validierung mit API-Dump</translation>
    </message>
    <message>
        <source>Synchronization validation</source>
        <translation>Sync-Validierung</translation>
    </message>
    <message>
        <source>GPU-assisted validation</source>
        <translation>GPU-gestützte Validierung</translation>
    </message>
    <message>
        <source>Best practices</source>
        <translation>Best Practices</translation>
    </message>
    <message>
        <source>API dump</source>
        <translation>API-Dump</translation>
    </message>
    <message>
        <source>Frame capture</source>
        <translation>Frame-Aufzeichnung</translation>
    </message>
    <message>
        <source>Crash diagnostic</source>
        <translation>Absturzdiagnose</translation>
    </message>
    <message>
        <source>Portability</source>
        <translation>Portabilität</translation>
    </message>
    <message>
        <source>All layers off</source>
        <translation>Alle Layer aus</translation>
    </message>
    <message>
        <source>Loader default</source>
        <translation>Vorgabe des Loaders</translation>
    </message>
    <message>
        <source>100 frames, then ends</source>
        <translation>100 Frames, dann Ende</translation>
    </message>
    <message>
        <source>No dialogs</source>
        <translation>Ohne Dialoge</translation>
    </message>
    <message>
        <source>Not limited to the screen&apos;s rate</source>
        <translation>Ohne Begrenzung auf die Bildrate</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>With formats</source>
        <translation>Mit Formaten</translation>
    </message>
    <message>
        <source>Active tools</source>
        <translation>Aktive Werkzeuge</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Informationen</translation>
    </message>
    <message>
        <source>Debugging</source>
        <translation>Fehlersuche</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Change the loader&apos;s log</source>
        <translation>Protokoll des Loaders ändern</translation>
    </message>
    <message>
        <source>Add {name}</source>
        <translation>{name} hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Add {n} drivers</source>
        <comment>Add {n} driver</comment>
        <translation>
            <numerusform>{n} Treiber hinzufügen</numerusform>
            <numerusform>{n} Treiber hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Turn on {name}</source>
        <translation>{name} einschalten</translation>
    </message>
    <message>
        <source>Turn off {name}</source>
        <translation>{name} ausschalten</translation>
    </message>
    <message>
        <source>{name} (edited at the same time)</source>
        <translation>{name} (gleichzeitig bearbeitet)</translation>
    </message>
    <message>
        <source>“{name}” was changed by another program at the same time. Both are kept: what was edited here is “{copy}”.</source>
        <translation>„{name}“ wurde gleichzeitig von einem anderen Programm geändert. Beide bleiben erhalten: Was hier bearbeitet wurde, ist „{copy}“.</translation>
    </message>
    <message>
        <source>“{name}” was deleted by another program. “{shown}” is shown now.</source>
        <translation>„{name}“ wurde von einem anderen Programm gelöscht. Jetzt wird „{shown}“ angezeigt.</translation>
    </message>
    <message>
        <source>“{name}” was changed by another program.</source>
        <translation>„{name}“ wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>“{name}” was changed by another program. It is called “{new}” now.</source>
        <translation>„{name}“ wurde von einem anderen Programm geändert. Sie heißt jetzt „{new}“.</translation>
    </message>
    <message>
        <source>Launch starts no program now: a command cleared it.</source>
        <translation>„Starten“ startet jetzt kein Programm: Ein Befehl hat es entfernt.</translation>
    </message>
    <message>
        <source>Launch starts {program} now: a command chose it.</source>
        <translation>„Starten“ startet jetzt {program}: Ein Befehl hat es gewählt.</translation>
    </message>
    <message>
        <source>“{name}” was deleted by another program while it was edited here. It is kept.</source>
        <translation>„{name}“ wurde von einem anderen Programm gelöscht, während sie hier bearbeitet wurde. Sie bleibt erhalten.</translation>
    </message>
    <message>
        <source>“{name}” was deleted here while another program changed it. It is kept.</source>
        <translation>„{name}“ wurde hier gelöscht, während ein anderes Programm sie änderte. Sie bleibt erhalten.</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Use “{name}”</source>
        <translation>„{name}“ verwenden</translation>
    </message>
    <message>
        <source>Use no option set</source>
        <translation>Keinen Optionssatz verwenden</translation>
    </message>
    <message>
        <source>Change “{name}”</source>
        <translation>„{name}“ ändern</translation>
    </message>
    <message>
        <source>Rename “{name}”</source>
        <translation>„{name}“ umbenennen</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>„{name}“ löschen</translation>
    </message>
    <message>
        <source>{place}: an object is expected</source>
        <translation>{place}: ein Objekt wird erwartet</translation>
    </message>
    <message>
        <source>{place}: a list is expected</source>
        <translation>{place}: eine Liste wird erwartet</translation>
    </message>
    <message>
        <source>{place}: a text is expected</source>
        <translation>{place}: ein Text wird erwartet</translation>
    </message>
    <message>
        <source>{place}: true or false is expected</source>
        <translation>{place}: true oder false wird erwartet</translation>
    </message>
    <message>
        <source>{place}: a whole number is expected</source>
        <translation>{place}: eine ganze Zahl wird erwartet</translation>
    </message>
    <message>
        <source>{place}: a number is expected</source>
        <translation>{place}: eine Zahl wird erwartet</translation>
    </message>
    <message>
        <source>{place}: “{value}” is not known</source>
        <translation>{place}: „{value}“ ist nicht bekannt</translation>
    </message>
    <message>
        <source>it was written by a newer version of this program and is left unchanged</source>
        <translation>sie wurde von einer neueren Version dieses Programms geschrieben und bleibt dieser überlassen</translation>
    </message>
    <message>
        <source>A file that could not be read was moved aside as {path}.</source>
        <translation>Eine Datei, die nicht gelesen werden konnte, wurde als {path} beiseitegelegt.</translation>
    </message>
    <message>
        <source>{path} could not be saved: {reason}</source>
        <translation>{path} konnte nicht gespeichert werden: {reason}</translation>
    </message>
    <message>
        <source>it would be larger than {limit} MB and could not be read again</source>
        <translation>sie wäre größer als {limit} MB und könnte nicht wieder gelesen werden</translation>
    </message>
    <message>
        <source>{path} could not be deleted: {reason}</source>
        <translation>{path} konnte nicht gelöscht werden: {reason}</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Colours of the window. The option --color-scheme fixes them for one start.</source>
        <translation>Farben des Fensters. Die Option --color-scheme legt sie für einen Start fest.</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language of window and commands. A choice takes effect at the next start.</source>
        <translation>Sprache von Fenster und Befehlen. Die Wahl gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Strong outlines and no tints, even if the desktop does not ask for them.</source>
        <translation>Kräftige Umrisse und keine Tönungen, auch wenn die Arbeitsumgebung sie nicht verlangt.</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>With less motion nothing moves or blinks, even if the desktop does not ask for that.</source>
        <translation>Mit weniger Bewegung bewegt sich oder blinkt nichts, auch wenn die Arbeitsumgebung das nicht verlangt.</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>How menus, check boxes and questions look; what the window paints itself stays as it is.</source>
        <translation>Wie Menüs, Ankreuzfelder und Rückfragen aussehen; was das Fenster selbst zeichnet, bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Of this program</source>
        <translation>Eigener</translation>
    </message>
    <message>
        <source>Of the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Drivers and layers</source>
        <translation>Treiber und Layer</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>A probe opens every driver and layer in a separate process and finds which work. A faulty driver can take the whole desktop down, so nothing is probed unless you ask.</source>
        <translation>Ein Test öffnet jeden Treiber und Layer in einem eigenen Prozess und stellt fest, welche funktionieren. Ein fehlerhafter Treiber kann die ganze Arbeitsumgebung abstürzen lassen; deshalb beginnen Sie ihn selbst.</translation>
    </message>
    <message>
        <source>When I ask for it</source>
        <translation>Auf meinen Wunsch</translation>
    </message>
    <message>
        <source>After each start</source>
        <translation>Nach jedem Start</translation>
    </message>
    <message>
        <source>Applied configurations</source>
        <translation>Angewendete Konfigurationen</translation>
    </message>
    <message>
        <source>When the window closes</source>
        <translation>Beim Schließen des Fensters</translation>
    </message>
    <message>
        <source>For configurations that are applied until you withdraw them. Those with another end keep it.</source>
        <translation>Für Konfigurationen, die angewendet sind, bis Sie sie zurücknehmen. Die mit einem anderen Ende behalten es.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Nachfragen</translation>
    </message>
    <message>
        <source>Withdraw them</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Leave them applied</source>
        <translation>Angewendet lassen</translation>
    </message>
    <message>
        <source>Check after applying</source>
        <translation>Nach dem Anwenden prüfen</translation>
    </message>
    <message>
        <source>Asks the real loader, in a separate process, whether it does what was predicted.</source>
        <translation>Fragt den echten Loader in einem eigenen Prozess, ob er tut, was vorhergesagt wurde.</translation>
    </message>
    <message>
        <source>Launched programs</source>
        <translation>Gestartete Programme</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>The desktop says that a program has ended after more than 10 seconds, or that the time of an applied configuration is over, while another window is in front.</source>
        <translation>Die Arbeitsumgebung meldet, wenn ein Programm nach mehr als 10 Sekunden endet oder die Frist einer angewendeten Konfiguration abläuft, während ein anderes Fenster vorn ist.</translation>
    </message>
    <message>
        <source>Size of a log</source>
        <translation>Größe eines Protokolls</translation>
    </message>
    <message>
        <source>What a program prints beyond this is left out of the middle of its log; counts stay right. It holds for programs that are launched from now on.</source>
        <translation>Was ein Programm darüber hinaus ausgibt, wird in der Mitte seines Protokolls weggelassen; die Zählungen stimmen weiterhin. Das gilt für Programme, die von jetzt an gestartet werden.</translation>
    </message>
    <message>
        <source>128 MB</source>
        <translation>128 MB</translation>
    </message>
    <message>
        <source>512 MB</source>
        <translation>512 MB</translation>
    </message>
    <message>
        <source>2 GB</source>
        <translation>2 GB</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Systemabschnitt</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Symbol im Systemabschnitt</translation>
    </message>
    <message>
        <source>It says what is applied and until when, withdraws it, and launches and stops the program. A window that hides there withdraws what was applied until it closes; programs go on.</source>
        <translation>Es sagt, was angewendet ist und bis wann, nimmt es zurück und startet und stoppt das Programm. Ein Fenster, das sich dorthin zurückzieht, nimmt zurück, was bis zum Schließen angewendet war; Programme laufen weiter.</translation>
    </message>
    <message>
        <source>On, and closing hides the window there</source>
        <translation>Ein; Schließen verbirgt das Fenster dort</translation>
    </message>
    <message>
        <source>{file}: this version does not know the preference “{key}”. It stays in the file.</source>
        <translation>{file}: Diese Version kennt keine Programmeinstellung „{key}“. Sie bleibt in der Datei.</translation>
    </message>
    <message>
        <source>{file}: {refusal} “{default}” holds until it is changed.</source>
        <translation>{file}: {refusal} „{default}“ gilt, bis sie geändert wird.</translation>
    </message>
    <message>
        <source>“{key}” cannot be “{value}”: it is one of {values}.</source>
        <translation>„{key}“ kann nicht „{value}“ sein: möglich sind {values}.</translation>
    </message>
    <message>
        <source>What a probe does</source>
        <translation>Was ein Test tut</translation>
    </message>
    <message>
        <source>It was explained once; the next probe explains it again.</source>
        <translation>Es wurde einmal erklärt; der nächste Test erklärt es erneut.</translation>
    </message>
    <message>
        <source>Hidden notes</source>
        <translation>Ausgeblendete Hinweise</translation>
    </message>
    <message>
        <source>Notes that you hid in the panel Problems are listed again.</source>
        <translation>Hinweise, die Sie im Bereich Probleme ausgeblendet haben, werden wieder aufgeführt.</translation>
    </message>
    <message>
        <source>Messages of layers</source>
        <translation>Meldungen von Layern</translation>
    </message>
    <message>
        <source>Messages that you chose not to see again are shown again.</source>
        <translation>Meldungen, die Sie nicht mehr sehen wollten, werden wieder gezeigt.</translation>
    </message>
    <message>
        <source>My configuration</source>
        <translation>Meine Konfiguration</translation>
    </message>
    <message>
        <source>A built-in configuration keeps its name. A duplicate can be called anything.</source>
        <translation>Eine mitgelieferte Konfiguration behält ihren Namen. Eine Kopie kann beliebig heißen.</translation>
    </message>
    <message>
        <source>Your own configurations stay above the built-in ones.</source>
        <translation>Ihre eigenen Konfigurationen bleiben über den mitgelieferten.</translation>
    </message>
    <message>
        <source>Set {name} to Auto</source>
        <translation>{name} auf Auto setzen</translation>
    </message>
    <message>
        <source>Use only {name}</source>
        <translation>Nur {name} verwenden</translation>
    </message>
    <message>
        <source>Leave out {name}</source>
        <translation>{name} weglassen</translation>
    </message>
    <message>
        <source>other layers</source>
        <translation>andere Layer</translation>
    </message>
    <message>
        <source>Move {name}</source>
        <translation>{name} verschieben</translation>
    </message>
    <message>
        <source>Reset layer order</source>
        <translation>Layer-Reihenfolge zurücksetzen</translation>
    </message>
    <message>
        <source>{name} copy</source>
        <translation>{name} (Kopie)</translation>
    </message>
    <message>
        <source>Duplicate “{name}”</source>
        <translation>„{name}“ duplizieren</translation>
    </message>
    <message>
        <source>Move “{name}”</source>
        <translation>„{name}“ verschieben</translation>
    </message>
    <message>
        <source>Reset the built-in configurations</source>
        <translation>Mitgelieferte Konfigurationen zurücksetzen</translation>
    </message>
    <message>
        <source>Reset “{name}”</source>
        <translation>„{name}“ zurücksetzen</translation>
    </message>
    <message>
        <source>Restore “{name}”</source>
        <translation>„{name}“ wiederherstellen</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Import “{name}”</source>
        <translation>„{name}“ importieren</translation>
    </message>
    <message>
        <source>Change the programs of “{name}”</source>
        <translation>Programme von „{name}“ ändern</translation>
    </message>
    <message>
        <source>Enable {name}</source>
        <translation>{name} aktivieren</translation>
    </message>
    <message>
        <source>Disable {name}</source>
        <translation>{name} deaktivieren</translation>
    </message>
    <message>
        <source>Change variables</source>
        <translation>Variablen ändern</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>{name} verwenden</translation>
    </message>
    <message>
        <source>Use the settings of the editor</source>
        <translation>Einstellungen des Editors verwenden</translation>
    </message>
    <message>
        <source>Show other layers</source>
        <translation>Andere Layer anzeigen</translation>
    </message>
    <message>
        <source>Leave other layers to the loader</source>
        <translation>Andere Layer dem Loader überlassen</translation>
    </message>
    <message numerus="yes">
        <source>Add {n} folders</source>
        <comment>Add {n} folder</comment>
        <translation>
            <numerusform>{n} Ordner hinzufügen</numerusform>
            <numerusform>{n} Ordner hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Search {folder} for implicit layers</source>
        <translation>{folder} nach impliziten Layern durchsuchen</translation>
    </message>
    <message>
        <source>Search {folder} for explicit layers</source>
        <translation>{folder} nach expliziten Layern durchsuchen</translation>
    </message>
    <message>
        <source>Include {name}</source>
        <translation>{name} wieder aufnehmen</translation>
    </message>
    <message>
        <source>{path} could not be saved to: {reason}</source>
        <translation>In {path} konnte nicht gespeichert werden: {reason}</translation>
    </message>
    <message>
        <source>{path} could not be read, so nothing is saved there: {reason}</source>
        <translation>{path} konnte nicht gelesen werden; daher wird dort nichts gespeichert: {reason}</translation>
    </message>
    <message>
        <source>{path} could not be created, so nothing is saved there: {reason}</source>
        <translation>{path} konnte nicht angelegt werden; daher wird dort nichts gespeichert: {reason}</translation>
    </message>
    <message>
        <source>It is not on this machine, so it is not documented.</source>
        <translation>Er ist nicht auf diesem Rechner; daher steht hier nichts über ihn.</translation>
    </message>
    <message>
        <source>No copy of it can be loaded on this machine, so it is left out.</source>
        <translation>Keine Kopie davon kann auf diesem Rechner geladen werden; daher wird er weggelassen.</translation>
    </message>
    <message>
        <source>Its manifest {path} is skipped: {reason}.</source>
        <translation>Sein Manifest {path} wird übersprungen: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be read, so settings of layers are not written.</source>
        <translation>{path} kann nicht gelesen werden; daher werden keine Einstellungen von Layern geschrieben.</translation>
    </message>
    <message>
        <source>{layer}: its manifest {path} cannot be read.</source>
        <translation>{layer}: Das Manifest {path} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{layer}: Also found in {path}; the first is used.</source>
        <translation>{layer}: Auch in {path} gefunden; das erste wird verwendet.</translation>
    </message>
    <message>
        <source>{path} declares no layer: {reason}</source>
        <translation>{path} deklariert keinen Layer: {reason}</translation>
    </message>
    <message>
        <source>This is not a program</source>
        <translation>Das ist kein Programm</translation>
    </message>
    <message>
        <source>Drop an executable file here</source>
        <translation>Legen Sie hier eine ausführbare Datei ab</translation>
    </message>
    <message>
        <source>Chooses {program}</source>
        <translation>Wählt {program}</translation>
    </message>
    <message>
        <source>Changes nothing: every value in it is the default</source>
        <translation>Ändert nichts: Jeder Wert darin ist die Vorgabe</translation>
    </message>
    <message>
        <source>Cannot open it: {reason}</source>
        <translation>Kann nicht geöffnet werden: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>Cannot open {n} files</source>
        <comment>Cannot open {n} file</comment>
        <translation>
            <numerusform>{n} Datei kann nicht geöffnet werden</numerusform>
            <numerusform>{n} Dateien können nicht geöffnet werden</numerusform>
        </translation>
    </message>
    <message>
        <source>Another machine</source>
        <translation>Ein anderer Rechner</translation>
    </message>
    <message>
        <source>Into “{name}”</source>
        <translation>In „{name}“</translation>
    </message>
    <message>
        <source>Your configurations</source>
        <translation>Ihre Konfigurationen</translation>
    </message>
    <message>
        <source>Layers of every configuration</source>
        <translation>Layer jeder Konfiguration</translation>
    </message>
    <message numerus="yes">
        <source>Adds the layers {layers} and turns them on</source>
        <comment>Adds the layer {layers} and turns it on</comment>
        <translation>
            <numerusform>Fügt den Layer {layers} hinzu und schaltet ihn ein</numerusform>
            <numerusform>Fügt die Layer {layers} hinzu und schaltet sie ein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adds the layers {layers} to the search; nothing turns them on</source>
        <comment>Adds the layer {layers} to the search; nothing turns it on</comment>
        <translation>
            <numerusform>Nimmt den Layer {layers} in die Suche auf; nichts schaltet ihn ein</numerusform>
            <numerusform>Nimmt die Layer {layers} in die Suche auf; nichts schaltet sie ein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imports {n} settings of {layer}</source>
        <comment>Imports {n} setting of {layer}</comment>
        <translation>
            <numerusform>Übernimmt {n} Einstellung von {layer}</numerusform>
            <numerusform>Übernimmt {n} Einstellungen von {layer}</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds the configuration “{name}”</source>
        <translation>Fügt die Konfiguration „{name}“ hinzu</translation>
    </message>
    <message numerus="yes">
        <source>Adds {n} configurations</source>
        <comment>Adds {n} configuration</comment>
        <translation>
            <numerusform>Fügt {n} Konfiguration hinzu</numerusform>
            <numerusform>Fügt {n} Konfigurationen hinzu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adds {n} places to the search for layers</source>
        <comment>Adds {n} place to the search for layers</comment>
        <translation>
            <numerusform>Nimmt {n} Ort in die Suche nach Layern auf</numerusform>
            <numerusform>Nimmt {n} Orte in die Suche nach Layern auf</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows that machine in this window, read-only</source>
        <translation>Zeigt jenen Rechner in diesem Fenster, schreibgeschützt</translation>
    </message>
    <message>
        <source>Searches {folder} for layers</source>
        <translation>Durchsucht {folder} nach Layern</translation>
    </message>
    <message>
        <source>Import settings of {layers}</source>
        <translation>Einstellungen von {layers} übernehmen</translation>
    </message>
    <message numerus="yes">
        <source>Add the layers {layers}</source>
        <comment>Add the layer {layers}</comment>
        <translation>
            <numerusform>Layer {layers} hinzufügen</numerusform>
            <numerusform>Layer {layers} hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Launch starts {program} now.</source>
        <translation>„Starten“ startet jetzt {program}.</translation>
    </message>
    <message>
        <source>No program was chosen. {reason}</source>
        <translation>Kein Programm wurde gewählt. {reason}</translation>
    </message>
    <message numerus="yes">
        <source>Added the layers {layers} to “{name}”, turned on.</source>
        <comment>Added the layer {layers} to “{name}”, turned on.</comment>
        <translation>
            <numerusform>Der Layer {layers} wurde zu „{name}“ hinzugefügt und eingeschaltet.</numerusform>
            <numerusform>Die Layer {layers} wurden zu „{name}“ hinzugefügt und eingeschaltet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported {n} settings of {layer} into “{name}”.</source>
        <comment>Imported {n} setting of {layer} into “{name}”.</comment>
        <translation>
            <numerusform>{n} Einstellung von {layer} wurde in „{name}“ übernommen.</numerusform>
            <numerusform>{n} Einstellungen von {layer} wurden in „{name}“ übernommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{layers} are off: their settings do nothing yet.</source>
        <comment>{layers} is off: its settings do nothing yet.</comment>
        <translation>
            <numerusform>{layers} ist aus: Die Einstellungen bewirken noch nichts.</numerusform>
            <numerusform>{layers} sind aus: Die Einstellungen bewirken noch nichts.</numerusform>
        </translation>
    </message>
    <message>
        <source>{path} is used as it is: its values are not repeated here, only those of the layers themselves.</source>
        <translation>{path} wird unverändert verwendet: Was darin steht, wird hier nicht wiederholt; die Layer haben hier ihre eigenen Werte.</translation>
    </message>
    <message>
        <source>{layer}: it reads {file} instead; a launch or Apply writes that.</source>
        <translation>{layer}: Er liest stattdessen {file}; das schreibt ein Start oder „Anwenden“.</translation>
    </message>
    <message>
        <source>{layer}, {setting}: not written whole: {reason}</source>
        <translation>{layer}, {setting}: nicht vollständig geschrieben: {reason}</translation>
    </message>
    <message>
        <source>{layer}, {setting}: not written: {reason}</source>
        <translation>{layer}, {setting}: nicht geschrieben: {reason}</translation>
    </message>
    <message>
        <source>{name}: not set as chosen: {reason}</source>
        <translation>{name}: nicht wie gewählt gesetzt: {reason}</translation>
    </message>
    <message>
        <source>documentation for a browser</source>
        <translation>Dokumentation für einen Browser</translation>
    </message>
    <message>
        <source>documentation for a repository</source>
        <translation>Dokumentation für ein Repository</translation>
    </message>
    <message>
        <source>Layer settings</source>
        <translation>Layer-Einstellungen</translation>
    </message>
    <message>
        <source>documented, for layers to read</source>
        <translation>dokumentiert, für Layer</translation>
    </message>
    <message>
        <source>Loader settings</source>
        <translation>Loader-Einstellungen</translation>
    </message>
    <message>
        <source>order and state, for the loader</source>
        <translation>Reihenfolge und Zustand, für den Loader</translation>
    </message>
    <message>
        <source>variables, for POSIX shells</source>
        <translation>Variablen, für POSIX-Shells</translation>
    </message>
    <message>
        <source>variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>variables in a batch file</source>
        <translation>Variablen in einer Batch-Datei</translation>
    </message>
    <message>
        <source>for VK_EXT_layer_settings</source>
        <translation>für VK_EXT_layer_settings</translation>
    </message>
    <message>
        <source>everything, for programs</source>
        <translation>alles, für Programme</translation>
    </message>
    <message>
        <source>{layer}: There is no such layer on this machine.</source>
        <translation>{layer}: Diesen Layer gibt es auf diesem Rechner nicht.</translation>
    </message>
    <message>
        <source>it could not be made in English</source>
        <translation>es ließ sich nicht auf Englisch erstellen</translation>
    </message>
    <message>
        <source>it is the manifest of a driver, which cannot be opened as a configuration</source>
        <translation>es ist das Manifest eines Treibers, das sich nicht als Konfiguration öffnen lässt</translation>
    </message>
    <message>
        <source>it is neither a configuration, an override, a settings file nor a layer manifest</source>
        <translation>es ist weder eine Konfiguration noch ein Override, eine Einstellungsdatei oder ein Layer-Manifest</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is text in UTF-16, which no Vulkan program reads</source>
        <translation>es ist Text in UTF-16; kein Vulkan-Programm liest das</translation>
    </message>
    <message>
        <source>it is the order of this program&apos;s configurations, which holds none of them</source>
        <translation>es ist die Reihenfolge der Konfigurationen dieses Programms, die keine davon enthält</translation>
    </message>
    <message>
        <source>as a configuration it would be larger than {limit} MB and could not be read again</source>
        <translation>als Konfiguration wäre sie größer als {limit} MB und könnte nicht wieder gelesen werden</translation>
    </message>
    <message numerus="yes">
        <source>{n} more notes like these.</source>
        <comment>{n} more note like these.</comment>
        <translation>
            <numerusform>{n} weiterer Hinweis dieser Art.</numerusform>
            <numerusform>{n} weitere Hinweise dieser Art.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{path}: no layer manifest lies in it or below ({n} folders searched).</source>
        <comment>{path}: no layer manifest lies in it or below ({n} folder searched).</comment>
        <translation>
            <numerusform>{path}: Weder dort noch darunter liegt ein Layer-Manifest ({n} Ordner durchsucht).</numerusform>
            <numerusform>{path}: Weder dort noch darunter liegt ein Layer-Manifest ({n} Ordner durchsucht).</numerusform>
        </translation>
    </message>
    <message>
        <source>Open “{name}”</source>
        <translation>„{name}“ öffnen</translation>
    </message>
    <message numerus="yes">
        <source>Open {n} files</source>
        <comment>Open {n} file</comment>
        <translation>
            <numerusform>{n} Datei öffnen</numerusform>
            <numerusform>{n} Dateien öffnen</numerusform>
        </translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>every other layer</source>
        <translation>jeder andere Layer</translation>
    </message>
    <message>
        <source>{file} was not opened. {reason}</source>
        <translation>{file} wurde nicht geöffnet. {reason}</translation>
    </message>
    <message>
        <source>Nothing was added: everything in {file} is here already.</source>
        <translation>Nichts wurde hinzugefügt: Alles in {file} ist hier schon vorhanden.</translation>
    </message>
    <message>
        <source>“{name}” was added from {file}.</source>
        <translation>„{name}“ wurde aus {file} hinzugefügt.</translation>
    </message>
    <message numerus="yes">
        <source>{n} configurations were added from {file}.</source>
        <comment>{n} configuration was added from {file}.</comment>
        <translation>
            <numerusform>{n} Konfiguration wurde aus {file} hinzugefügt.</numerusform>
            <numerusform>{n} Konfigurationen wurden aus {file} hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Option sets of {n} programs were added.</source>
        <comment>Option sets of {n} program were added.</comment>
        <translation>
            <numerusform>Optionssätze von {n} Programm wurden hinzugefügt.</numerusform>
            <numerusform>Optionssätze von {n} Programmen wurden hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was added: everything in {n} files is here already.</source>
        <comment>Nothing was added: everything in {n} file is here already.</comment>
        <translation>
            <numerusform>Nichts wurde hinzugefügt: Alles in {n} Datei ist hier schon vorhanden.</numerusform>
            <numerusform>Nichts wurde hinzugefügt: Alles in {n} Dateien ist hier schon vorhanden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} files were not opened.</source>
        <comment>{n} file was not opened.</comment>
        <translation>
            <numerusform>{n} Datei wurde nicht geöffnet.</numerusform>
            <numerusform>{n} Dateien wurden nicht geöffnet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 configuration was added from {n} files.</source>
        <comment>1 configuration was added from {n} file.</comment>
        <translation>
            <numerusform>1 Konfiguration wurde aus {n} Datei hinzugefügt.</numerusform>
            <numerusform>1 Konfiguration wurde aus {n} Dateien hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} configurations were added from 1 file.</source>
        <comment>{n} configuration was added from 1 file.</comment>
        <translation>
            <numerusform>{n} Konfiguration wurde aus 1 Datei hinzugefügt.</numerusform>
            <numerusform>{n} Konfigurationen wurden aus 1 Datei hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} configurations were added from {files} files.</source>
        <comment>{n} configuration was added from {files} files.</comment>
        <translation>
            <numerusform>{n} Konfiguration wurde aus {files} Dateien hinzugefügt.</numerusform>
            <numerusform>{n} Konfigurationen wurden aus {files} Dateien hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Line {line}: {sentence}</source>
        <translation>Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>Not everything was imported as it was: {sentence}</source>
        <translation>Nicht alles wurde unverändert importiert: {sentence}</translation>
    </message>
    <message>
        <source>Exported “{name}” to {path}.</source>
        <translation>„{name}“ wurde nach {path} exportiert.</translation>
    </message>
    <message numerus="yes">
        <source>{sentence} {n} more notes like this.</source>
        <comment>{sentence} {n} more note like this.</comment>
        <translation>
            <numerusform>{sentence} {n} weiterer Hinweis dieser Art.</numerusform>
            <numerusform>{sentence} {n} weitere Hinweise dieser Art.</numerusform>
        </translation>
    </message>
    <message>
        <source>{program} (off)</source>
        <translation>{program} (aus)</translation>
    </message>
    <message>
        <source>for {programs}</source>
        <translation>für {programs}</translation>
    </message>
    <message>
        <source>layer settings from {file}</source>
        <translation>Layer-Einstellungen aus {file}</translation>
    </message>
    <message>
        <source>starts {command}</source>
        <translation>startet {command}</translation>
    </message>
    <message>
        <source>loader log: {words}</source>
        <translation>Protokoll des Loaders: {words}</translation>
    </message>
    <message>
        <source>adds the driver {path}</source>
        <translation>fügt den Treiber {path} hinzu</translation>
    </message>
    <message>
        <source>adds the driver {path} (off)</source>
        <translation>fügt den Treiber {path} hinzu (aus)</translation>
    </message>
    <message>
        <source>devices: {names}</source>
        <translation>Geräte: {names}</translation>
    </message>
    <message>
        <source>devices: none</source>
        <translation>Geräte: keine</translation>
    </message>
    <message numerus="yes">
        <source>{n} settings</source>
        <comment>{n} setting</comment>
        <translation>
            <numerusform>{n} Einstellung</numerusform>
            <numerusform>{n} Einstellungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Added “{name}” to the search for layers.</source>
        <translation>„{name}“ wird jetzt nach Layern durchsucht.</translation>
    </message>
    <message numerus="yes">
        <source>Added {n} places to the search for layers.</source>
        <comment>Added {n} place to the search for layers.</comment>
        <translation>
            <numerusform>{n} Ort wird jetzt nach Layern durchsucht.</numerusform>
            <numerusform>{n} Orte werden jetzt nach Layern durchsucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>another copy of this program is writing right now</source>
        <translation>eine andere Kopie dieses Programms schreibt gerade</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>es ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>it is larger than {limit} MB</source>
        <translation>sie ist größer als {limit} MB</translation>
    </message>
    <message>
        <source>it is not a path</source>
        <translation>es ist kein Pfad</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>resource temporarily unavailable</source>
        <translation>Ressource vorübergehend nicht verfügbar</translation>
    </message>
    <message>
        <source>device or resource busy</source>
        <translation>Gerät oder Ressource belegt</translation>
    </message>
    <message>
        <source>disk quota exceeded</source>
        <translation>Speicherkontingent überschritten</translation>
    </message>
    <message>
        <source>file exists</source>
        <translation>Datei existiert bereits</translation>
    </message>
    <message>
        <source>file too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>invalid argument</source>
        <translation>ungültiges Argument</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>too many levels of symbolic links</source>
        <translation>zu viele Ebenen symbolischer Links</translation>
    </message>
    <message>
        <source>too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>file name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>no such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>exec format error</source>
        <translation>Format der Programmdatei nicht ausführbar</translation>
    </message>
    <message>
        <source>no space left on device</source>
        <translation>kein Platz auf dem Datenträger</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>directory not empty</source>
        <translation>Ordner nicht leer</translation>
    </message>
    <message>
        <source>operation not supported</source>
        <translation>Vorgang nicht unterstützt</translation>
    </message>
    <message>
        <source>operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>read-only file system</source>
        <translation>Dateisystem nur lesbar</translation>
    </message>
    <message>
        <source>text file busy</source>
        <translation>Programmdatei wird gerade ausgeführt</translation>
    </message>
    <message>
        <source>HOME is not set, and {fallback}, which is used instead, is not your own folder: nothing can be saved. Set HOME, or remove that folder.</source>
        <translation>HOME ist nicht gesetzt, und {fallback}, das stattdessen verwendet wird, ist kein eigener Ordner von Ihnen: Nichts kann gespeichert werden. Setzen Sie HOME, oder entfernen Sie diesen Ordner.</translation>
    </message>
    <message>
        <source>HOME is not set: configurations and the journal are kept in {fallback}, which the system may clean up.</source>
        <translation>HOME ist nicht gesetzt: Konfigurationen und Journal liegen in {fallback}, das vom System aufgeräumt werden kann.</translation>
    </message>
    <message>
        <source>This program runs as root in the home of {name} ({home}): what it makes there is given to {name}, and what is applied there acts on the programs of {name}.</source>
        <translation>Dieses Programm läuft als root im persönlichen Ordner von {name} ({home}): Was es dort anlegt, gehört {name}, und was dort angewendet wird, wirkt auf die Programme von {name}.</translation>
    </message>
    <message>
        <source>This program runs as root, started by {name} through sudo: it sees the configurations of root, not those of {name}, and what it applies for root acts on no program of {name}.</source>
        <translation>Dieses Programm läuft als root, von {name} mit sudo gestartet: Es sieht die Konfigurationen von root, nicht die von {name}, und was es für root anwendet, wirkt auf kein Programm von {name}.</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>es ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>a number in it is too large</source>
        <translation>eine Zahl darin ist zu groß</translation>
    </message>
    <message>
        <source>an object is expected</source>
        <translation>ein Objekt wird erwartet</translation>
    </message>
    <message>
        <source>it is not JSON: {reason}</source>
        <translation>es ist kein JSON: {reason}</translation>
    </message>
    <message>
        <source>a configuration of this program</source>
        <translation>eine Konfiguration dieses Programms</translation>
    </message>
    <message>
        <source>a collection of this program</source>
        <translation>eine Sammlung dieses Programms</translation>
    </message>
    <message>
        <source>a configuration of VkConfig</source>
        <translation>eine Konfiguration von VkConfig</translation>
    </message>
    <message>
        <source>the state of VkConfig</source>
        <translation>der Zustand von VkConfig</translation>
    </message>
    <message>
        <source>an override manifest</source>
        <translation>ein Override-Manifest</translation>
    </message>
    <message>
        <source>a loader settings file</source>
        <translation>eine Loader-Einstellungsdatei</translation>
    </message>
    <message>
        <source>a layer settings file</source>
        <translation>eine Layer-Einstellungsdatei</translation>
    </message>
    <message>
        <source>a script of variables</source>
        <translation>ein Skript mit Variablen</translation>
    </message>
    <message>
        <source>a layer manifest</source>
        <translation>ein Layer-Manifest</translation>
    </message>
    <message>
        <source>a folder with layers</source>
        <translation>ein Ordner mit Layern</translation>
    </message>
    <message>
        <source>a report of a machine</source>
        <translation>ein Bericht über einen Rechner</translation>
    </message>
    <message>
        <source>a file of another kind</source>
        <translation>eine Datei anderer Art</translation>
    </message>
    <message>
        <source>{program} with {title}</source>
        <translation>{program} mit {title}</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>name of a setting</comment>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Vulkan layers</source>
        <translation>Vulkan-Layer</translation>
    </message>
    <message>
        <source>There is no layer to document.</source>
        <translation>Es gibt keinen Layer zu dokumentieren.</translation>
    </message>
    <message>
        <source>This layer declares no settings.</source>
        <translation>Dieser Layer deklariert keine Einstellungen.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Each setting</source>
        <translation>Die einzelnen Einstellungen</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Vulkan version</source>
        <translation>Vulkan-Version</translation>
    </message>
    <message>
        <source>Version of the layer</source>
        <translation>Version des Layers</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Platforms</source>
        <translation>Plattformen</translation>
    </message>
    <message>
        <source>Format of the manifest</source>
        <translation>Format des Manifests</translation>
    </message>
    <message>
        <source>Prefix in the settings file</source>
        <translation>Präfix in der Einstellungsdatei</translation>
    </message>
    <message>
        <source>Variable that turns it on</source>
        <translation>Variable, die ihn einschaltet</translation>
    </message>
    <message>
        <source>Variable that turns it off</source>
        <translation>Variable, die ihn ausschaltet</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Only on</source>
        <translation>Nur auf</translation>
    </message>
    <message>
        <source>More: {address}</source>
        <translation>Mehr: {address}</translation>
    </message>
    <message>
        <source>Deprecated. Use {setting}</source>
        <translation>Veraltet. Stattdessen {setting} verwenden</translation>
    </message>
    <message>
        <source>Settings below: {settings}</source>
        <translation>Untergeordnete Einstellungen: {settings}</translation>
    </message>
    <message>
        <source>Chosen value</source>
        <translation>Gewählter Wert</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Zulässig</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Shown in</source>
        <translation>Gezeigt in</translation>
    </message>
    <message>
        <source>Has an effect if</source>
        <translation>Wirkt, wenn</translation>
    </message>
    <message>
        <source>any of: {conditions}</source>
        <translation>eines von: {conditions}</translation>
    </message>
    <message>
        <source>all of: {conditions}</source>
        <translation>alle von: {conditions}</translation>
    </message>
    <message>
        <source>Variables, the strongest first</source>
        <translation>Variablen, die stärkste zuerst</translation>
    </message>
    <message>
        <source>Android properties</source>
        <translation>Android-Eigenschaften</translation>
    </message>
    <message>
        <source>none that this layer reads</source>
        <translation>keine, die dieser Layer liest</translation>
    </message>
    <message>
        <source>Set it with</source>
        <translation>Festlegen mit</translation>
    </message>
    <message>
        <source>{setting} cannot have this value: {reason}</source>
        <translation>{setting} kann diesen Wert nicht haben: {reason}</translation>
    </message>
    <message>
        <source>{setting} does not have all of this value: {reason}</source>
        <translation>{setting} hat nicht alles von diesem Wert: {reason}</translation>
    </message>
    <message>
        <source>Platforms: {platforms}</source>
        <translation>Plattformen: {platforms}</translation>
    </message>
    <message>
        <source>group</source>
        <comment>of settings</comment>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>ein oder aus</translation>
    </message>
    <message>
        <source>on or off, written as 1 or 0</source>
        <translation>ein oder aus, geschrieben als 1 oder 0</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>text</source>
        <comment>what a value is</comment>
        <translation>Text</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>one of a choice</source>
        <translation>ein Wert aus einer Auswahl</translation>
    </message>
    <message>
        <source>any of a choice</source>
        <translation>beliebige Werte aus einer Auswahl</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>file that is read</source>
        <translation>Datei, die gelesen wird</translation>
    </message>
    <message>
        <source>file that is written</source>
        <translation>Datei, die geschrieben wird</translation>
    </message>
    <message>
        <source>folder that is read</source>
        <translation>Ordner, der gelesen wird</translation>
    </message>
    <message>
        <source>folder that is written</source>
        <translation>Ordner, in den geschrieben wird</translation>
    </message>
    <message>
        <source>advanced views</source>
        <translation>erweiterten Ansichten</translation>
    </message>
    <message>
        <source>debug views</source>
        <translation>Ansichten zur Fehlersuche</translation>
    </message>
    <message>
        <source>hidden views</source>
        <translation>verborgenen Ansichten</translation>
    </message>
    <message>
        <source>{setting} is empty</source>
        <translation>{setting} ist leer</translation>
    </message>
    <message>
        <source>{setting} has {values}</source>
        <translation>{setting} enthält {values}</translation>
    </message>
    <message>
        <source>{setting} is {value}</source>
        <translation>{setting} ist {value}</translation>
    </message>
    <message>
        <source>no layer of this machine reads any of its settings</source>
        <translation>kein Layer dieses Rechners liest eine der Einstellungen darin</translation>
    </message>
    <message>
        <source>No layer of this machine reads {setting}.</source>
        <translation>Kein Layer dieses Rechners liest {setting}.</translation>
    </message>
    <message>
        <source>{layer} has no setting {setting}.</source>
        <translation>{layer} hat keine Einstellung {setting}.</translation>
    </message>
    <message numerus="yes">
        <source>{layer}: {setting} has no {values}, which are left out.</source>
        <comment>{layer}: {setting} has no {values}, which is left out.</comment>
        <translation>
            <numerusform>{layer}: {setting} kennt {values} nicht; es wird weggelassen.</numerusform>
            <numerusform>{layer}: {setting} kennt {values} nicht; sie werden weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>{layer}: {setting} is left at its default. {reason}</source>
        <translation>{layer}: {setting} bleibt bei der Vorgabe. {reason}</translation>
    </message>
    <message>
        <source>its sections are not objects</source>
        <translation>ihre Abschnitte sind keine Objekte</translation>
    </message>
    <message>
        <source>it names no version of its format, so loaders ignore it</source>
        <translation>sie nennt keine Version ihres Formats; Loader übergehen sie daher</translation>
    </message>
    <message>
        <source>it holds half of a character</source>
        <translation>sie enthält ein halbes Zeichen</translation>
    </message>
    <message>
        <source>it is not valid JSON, or names a member twice</source>
        <translation>sie ist kein gültiges JSON oder nennt ein Element zweimal</translation>
    </message>
    <message>
        <source>it does not hold an object</source>
        <translation>sie enthält kein Objekt</translation>
    </message>
    <message>
        <source>“log_locations” has no effect on any loader and is left out.</source>
        <translation>„log_locations“ wirkt bei keinem Loader und wird weggelassen.</translation>
    </message>
    <message>
        <source>No loader reads “settings” beside “settings_array”; it is left out.</source>
        <translation>Kein Loader liest „settings“ neben „settings_array“; es wird weggelassen.</translation>
    </message>
    <message>
        <source>An empty list of layers hides every layer from older loaders; it is read this way here, too.</source>
        <translation>Eine leere Liste von Layern verbirgt vor älteren Loadern alle Layer; so wird sie auch hier gelesen.</translation>
    </message>
    <message>
        <source>neither “settings” nor “settings_array” holds anything</source>
        <translation>weder „settings“ noch „settings_array“ enthält etwas</translation>
    </message>
    <message>
        <source>its sections are empty</source>
        <translation>ihre Abschnitte legen nichts fest</translation>
    </message>
    <message>
        <source>“{member}” is not known and is left out.</source>
        <translation>„{member}“ ist nicht bekannt und wird weggelassen.</translation>
    </message>
    <message>
        <source>Sections before this one leave no program to it; it is left out.</source>
        <translation>Frühere Abschnitte lassen ihm kein Programm übrig; er wird weggelassen.</translation>
    </message>
    <message numerus="yes">
        <source>{names} have a section before this one, which counts.</source>
        <comment>{names} has a section before this one, which counts.</comment>
        <translation>
            <numerusform>{names} hat schon einen früheren Abschnitt, und der gilt.</numerusform>
            <numerusform>{names} haben schon einen früheren Abschnitt, und der gilt.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{word}” is not a value of the loader&apos;s log and is left out.</source>
        <translation>„{word}“ ist kein Wort für das Protokoll des Loaders und wird weggelassen.</translation>
    </message>
    <message>
        <source>A layer without name, path or control was left out; the loader reads none of this list because of it.</source>
        <translation>Ein Layer ohne Name, Pfad oder „control“ wurde weggelassen; der Loader liest seinetwegen nichts von dieser Liste.</translation>
    </message>
    <message>
        <source>{layer} is listed twice; the first place counts.</source>
        <translation>{layer} ist zweimal aufgeführt; die erste Stelle gilt.</translation>
    </message>
    <message>
        <source>{layer}: “{control}” is not a control; Auto is used.</source>
        <translation>{layer}: „{control}“ gibt es bei „control“ nicht; Auto gilt.</translation>
    </message>
    <message>
        <source>{layer}: where {path} leads depends on each program&apos;s folder; it is not searched.</source>
        <translation>{layer}: Wohin {path} führt, hängt vom Ordner des jeweiligen Programms ab; er wird nicht durchsucht.</translation>
    </message>
    <message>
        <source>A variable cannot contain {path}, because of its colon; it is left out.</source>
        <translation>Eine Variable kann {path} wegen des Doppelpunkts nicht nennen; er wird weggelassen.</translation>
    </message>
    <message>
        <source>Its drivers are in the variable {variable}, which only a launch sets.</source>
        <translation>Die Treiber stehen in der Variable {variable}, die nur ein Start setzt.</translation>
    </message>
    <message>
        <source>Where {path} leads depends on each program&apos;s folder; it is left out.</source>
        <translation>Wohin {path} führt, hängt vom Ordner des jeweiligen Programms ab; er wird weggelassen.</translation>
    </message>
    <message>
        <source>A driver without path was left out.</source>
        <translation>Ein Treiber ohne Pfad wurde weggelassen.</translation>
    </message>
    <message>
        <source>A device without UUID was left out.</source>
        <translation>Ein Gerät ohne UUID wurde weggelassen.</translation>
    </message>
    <message>
        <source>The override searches explicit layers only in its own folders; here they are searched in addition to the usual ones.</source>
        <translation>Das Override lässt explizite Layer nur in seinen eigenen Ordnern suchen; hier werden diese zusätzlich zu den üblichen durchsucht.</translation>
    </message>
    <message>
        <source>the loader does not read it: {reason}</source>
        <translation>der Loader liest es nicht: {reason}</translation>
    </message>
    <message>
        <source>it has no override</source>
        <translation>es enthält kein Override</translation>
    </message>
    <message>
        <source>The loader does not read this layer: {reason}.</source>
        <translation>Der Loader liest diesen Layer nicht: {reason}.</translation>
    </message>
    <message>
        <source>{layer} is not an override and is left out.</source>
        <translation>{layer} ist kein Override und wird weggelassen.</translation>
    </message>
    <message>
        <source>Where {folder} leads depends on each program&apos;s folder; it is not searched.</source>
        <translation>Wohin {folder} führt, hängt vom Ordner des jeweiligen Programms ab; er wird nicht durchsucht.</translation>
    </message>
    <message>
        <source>it has no “{member}”</source>
        <translation>„{member}“ fehlt</translation>
    </message>
    <message>
        <source>{title} for {programs}</source>
        <translation>{title} für {programs}</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Override</translation>
    </message>
    <message>
        <source>Has an effect while “{effect}” is in the list of effects.</source>
        <translation>Wirkt, solange „{effect}“ in der Liste der Effekte steht.</translation>
    </message>
    <message>
        <source>{path} cannot be read: without it the effect ends the program.</source>
        <translation>{path} kann nicht gelesen werden: Ohne diese Datei beendet der Effekt das Programm.</translation>
    </message>
    <message>
        <source>Not here, as vkBasalt can give all their parts one value only: {names}.</source>
        <translation>Hier nicht, da vkBasalt allen ihren Teilen nur einen gemeinsamen Wert geben kann: {names}.</translation>
    </message>
    <message>
        <source>effect {effect}</source>
        <translation>Effekt {effect}</translation>
    </message>
    <message numerus="yes">
        <source>All its {n} parts get this value.</source>
        <comment>Its {n} part gets this value.</comment>
        <translation>
            <numerusform>Sein einziger Teil bekommt diesen Wert.</numerusform>
            <numerusform>Alle {n} Teile bekommen diesen Wert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The effect computes its initial value.</source>
        <translation>Der Effekt berechnet den Anfangswert selbst.</translation>
    </message>
    <message>
        <source>Not all of {name} could be written there; what is missing is not known.</source>
        <translation>Nicht alles von {name} konnte dort geschrieben werden; was fehlt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>{name} could not be written there; its value is not known.</source>
        <translation>{name} konnte dort nicht geschrieben werden; der Wert ist nicht bekannt.</translation>
    </message>
    <message>
        <source>A string of C cannot hold it.</source>
        <translation>Eine Zeichenkette in C kann es nicht aufnehmen.</translation>
    </message>
    <message>
        <source>No integer that the interface has for it can hold it.</source>
        <translation>Keine Ganzzahl, die die Schnittstelle dafür hat, kann es aufnehmen.</translation>
    </message>
    <message>
        <source>{layer}, {setting}: not passed whole: {reason}</source>
        <translation>{layer}, {setting}: nicht vollständig übergeben: {reason}</translation>
    </message>
    <message>
        <source>{layer}, {setting}: not passed: {reason}</source>
        <translation>{layer}, {setting}: nicht übergeben: {reason}</translation>
    </message>
    <message>
        <source>Its name is not one that shells can set.</source>
        <translation>Shells können diesen Namen nicht setzen.</translation>
    </message>
    <message>
        <source>No variable can hold a NUL byte.</source>
        <translation>Keine Variable kann ein NUL-Byte enthalten.</translation>
    </message>
    <message>
        <source>Its value holds bytes that are not text.</source>
        <translation>Der Wert enthält Bytes, die kein Text sind.</translation>
    </message>
    <message>
        <source>PowerShell removes a variable that is set to an empty text.</source>
        <translation>PowerShell entfernt eine Variable, die auf leeren Text gesetzt wird.</translation>
    </message>
    <message>
        <source>cmd removes a variable that is set to an empty text.</source>
        <translation>cmd entfernt eine Variable, die auf leeren Text gesetzt wird.</translation>
    </message>
    <message>
        <source>cmd reads 8191 characters of a line.</source>
        <translation>cmd liest 8191 Zeichen einer Zeile.</translation>
    </message>
    <message>
        <source>cmd would expand the % in it.</source>
        <translation>cmd würde das % darin auflösen.</translation>
    </message>
    <message>
        <source>cmd cannot quote the &quot; in it.</source>
        <translation>cmd kann das &quot; darin nicht maskieren.</translation>
    </message>
    <message>
        <source>cmd cannot carry a line break.</source>
        <translation>cmd kann keinen Zeilenumbruch aufnehmen.</translation>
    </message>
    <message>
        <source>cmd can be set to expand the ! in it.</source>
        <translation>cmd kann so eingestellt sein, dass es das ! darin auflöst.</translation>
    </message>
    <message>
        <source>A launch option is one line.</source>
        <translation>Eine Startoption ist eine Zeile.</translation>
    </message>
    <message>
        <source>Steam would replace the %command% in it.</source>
        <translation>Steam würde das %command% darin ersetzen.</translation>
    </message>
    <message>
        <source>it sets no variable</source>
        <translation>es setzt keine Variable</translation>
    </message>
    <message>
        <source>{variable} is left out: not all of it can be read.</source>
        <translation>{variable} wird weggelassen: Nicht alles davon ist lesbar.</translation>
    </message>
    <message>
        <source>{variable} is a comment there, and no layer of this machine reads it.</source>
        <translation>{variable} ist dort ein Kommentar, und kein Layer dieses Rechners liest diese Variable.</translation>
    </message>
    <message>
        <source>The layer reads no variable for it.</source>
        <translation>Der Layer liest dafür keine Variable.</translation>
    </message>
    <message>
        <source>vkBasalt treats an empty value as not set.</source>
        <translation>vkBasalt wertet einen leeren Wert als keinen.</translation>
    </message>
    <message>
        <source>vkBasalt.conf cannot contain a quotation mark or a line break.</source>
        <translation>vkBasalt.conf kann kein Anführungszeichen und keinen Zeilenumbruch aufnehmen.</translation>
    </message>
    <message>
        <source>The file names no format version; it is read by its shape.</source>
        <translation>Die Datei nennt keine Formatversion; sie wird nach ihrem Aufbau gelesen.</translation>
    </message>
    <message>
        <source>The file switches its layers off (override_layers); they are imported as listed.</source>
        <translation>Die Datei schaltet ihre Layer aus (override_layers); sie werden importiert, wie sie aufgeführt sind.</translation>
    </message>
    <message>
        <source>“{layer}” stands for what programs ask for, which loads in any case.</source>
        <translation>„{layer}“ steht für das, was Programme anfordern; das wird ohnehin geladen.</translation>
    </message>
    <message>
        <source>A layer without a name was left out.</source>
        <translation>Ein Layer ohne Name wurde weggelassen.</translation>
    </message>
    <message>
        <source>“{layer}” stands for every layer that is not listed.</source>
        <translation>„{layer}“ steht für jeden nicht aufgeführten Layer.</translation>
    </message>
    <message>
        <source>{layer}: its control is not known, so it is Auto.</source>
        <translation>{layer}: „control“ ist unbekannt; daher gilt Auto.</translation>
    </message>
    <message>
        <source>{layer}: version {version} is not here; the newest copy is used.</source>
        <translation>{layer}: Version {version} gibt es hier nicht; die neueste Kopie wird verwendet.</translation>
    </message>
    <message>
        <source>{layer}: {path} is not there, so the newest copy is asked for.</source>
        <translation>{layer}: {path} gibt es nicht; daher wird die neueste Kopie verlangt.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold drivers; they are left out.</source>
        <translation>Eine Konfiguration von VkConfig kann keine Treiber enthalten; sie werden weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold added folders and manifests; they are left out.</source>
        <translation>Eine Konfiguration von VkConfig kann keine hinzugefügten Ordner und Manifeste enthalten; sie werden weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold variables; they are left out.</source>
        <translation>Eine Konfiguration von VkConfig kann keine Variablen enthalten; sie werden weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold the program to launch; it is left out.</source>
        <translation>Eine Konfiguration von VkConfig kann das zu startende Programm nicht enthalten; es wird weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold the programs it is for; they are left out.</source>
        <translation>Eine Konfiguration von VkConfig kann die Programme, für die sie gilt, nicht enthalten; sie werden weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold the loader&apos;s log; it is left out.</source>
        <translation>Eine Konfiguration von VkConfig kann das Protokoll des Loaders nicht enthalten; es wird weggelassen.</translation>
    </message>
    <message>
        <source>A configuration of VkConfig cannot hold physical devices; they are left out.</source>
        <translation>Eine Konfiguration von VkConfig kann keine physischen Geräte enthalten; sie werden weggelassen.</translation>
    </message>
    <message>
        <source>“{member}” is missing</source>
        <translation>„{member}“ fehlt</translation>
    </message>
    <message>
        <source>{layer}: {setting} is listed twice; the first value counts.</source>
        <translation>{layer}: {setting} ist zweimal aufgeführt; der erste Wert gilt.</translation>
    </message>
    <message numerus="yes">
        <source>{layer}: {n} values are the layer&apos;s defaults.</source>
        <comment>{layer}: {n} value is the layer&apos;s default.</comment>
        <translation>
            <numerusform>{layer}: {n} Wert ist die Vorgabe des Layers.</numerusform>
            <numerusform>{layer}: {n} Werte sind die Vorgaben des Layers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{layer} has no settings {settings}; kept for other versions.</source>
        <comment>{layer} has no setting {settings}; kept for other versions.</comment>
        <translation>
            <numerusform>{layer} hat die Einstellung {settings} nicht; für andere Versionen aufbewahrt.</numerusform>
            <numerusform>{layer} hat die Einstellungen {settings} nicht; für andere Versionen aufbewahrt.</numerusform>
        </translation>
    </message>
    <message>
        <source>{layer}: a setting without a key was left out.</source>
        <translation>{layer}: Eine Einstellung ohne Schlüssel wurde weggelassen.</translation>
    </message>
    <message>
        <source>{layer}: {setting} is a group here and has no value.</source>
        <translation>{layer}: {setting} ist hier eine Gruppe und hat keinen Wert.</translation>
    </message>
    <message>
        <source>{layer}: {setting} was left out: there is no type {type}.</source>
        <translation>{layer}: {setting} wurde weggelassen: Es gibt keinen Typ {type}.</translation>
    </message>
    <message>
        <source>{layer}: the value of {setting} is not of type {type}; the default counts.</source>
        <translation>{layer}: Der Wert von {setting} ist nicht vom Typ {type}; die Vorgabe gilt.</translation>
    </message>
    <message>
        <source>{layer}: {setting} is of type {type} here; the default counts.</source>
        <translation>{layer}: {setting} ist hier vom Typ {type}; die Vorgabe gilt.</translation>
    </message>
    <message>
        <source>{layer}: {setting} is empty, so the layer&apos;s default counts.</source>
        <translation>{layer}: {setting} ist leer; daher gilt die Vorgabe des Layers.</translation>
    </message>
    <message>
        <source>{layer}: {setting} was left out: {value} is not a value of a setting.</source>
        <translation>{layer}: {setting} wurde weggelassen: {value} ist kein Wert einer Einstellung.</translation>
    </message>
    <message>
        <source>{layer}: {setting} was left out: {value} is not of type {type}.</source>
        <translation>{layer}: {setting} wurde weggelassen: {value} ist nicht vom Typ {type}.</translation>
    </message>
    <message>
        <source>it holds no configurations, no folders and no programs</source>
        <translation>sie enthält keine Konfigurationen, keine Ordner und keine Programme</translation>
    </message>
    <message>
        <source>VkConfig&apos;s layers were switched off; the configurations are kept.</source>
        <translation>Die Layer von VkConfig waren ausgeschaltet; die Konfigurationen bleiben erhalten.</translation>
    </message>
    <message>
        <source>It was left out: {reason}.</source>
        <translation>Sie wurde weggelassen: {reason}.</translation>
    </message>
    <message>
        <source>{manifest} was put away in VkConfig; it is found here as before.</source>
        <translation>{manifest} war in VkConfig entfernt; hier wird es wie zuvor gefunden.</translation>
    </message>
    <message>
        <source>{program}: “{text}” is not a variable.</source>
        <translation>{program}: „{text}“ ist keine Variable.</translation>
    </message>
    <message numerus="yes">
        <source>{program}: “{argument}” is {n} arguments here.</source>
        <comment>{program}: “{argument}” is {n} argument here.</comment>
        <translation>
            <numerusform>{program}: „{argument}“ ist hier {n} Argument.</numerusform>
            <numerusform>{program}: „{argument}“ sind hier {n} Argumente.</numerusform>
        </translation>
    </message>
    <message>
        <source>{device}: VkConfig does not keep the UUID of its driver, by which loaders from 1.4.329 on find it.</source>
        <translation>{device}: VkConfig behält die UUID des Treibers nicht, an der Loader ab 1.4.329 das Gerät erkennen.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hidden by another copy</source>
        <comment>{n} hidden by another copy</comment>
        <translation>
            <numerusform>{n:,} von anderer Kopie verdeckt</numerusform>
            <numerusform>{n:,} von anderer Kopie verdeckt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cannot be used</source>
        <comment>{n} cannot be used</comment>
        <translation>
            <numerusform>{n:,} unbrauchbar</numerusform>
            <numerusform>{n:,} unbrauchbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} not in use</source>
        <comment>{n} not in use</comment>
        <translation>
            <numerusform>{n:,} nicht verwendet</numerusform>
            <numerusform>{n:,} nicht verwendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Show problem</source>
        <translation>Problem zeigen</translation>
    </message>
    <message>
        <source>Include</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Use this one</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>Use the first found</source>
        <translation>Zuerst gefundene verwenden</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>new</source>
        <comment>a layer</comment>
        <translation>neu</translation>
    </message>
    <message>
        <source>one of {count} copies</source>
        <translation>eine von {count} Kopien</translation>
    </message>
    <message numerus="yes">
        <source>{n} implicit</source>
        <comment>{n} implicit</comment>
        <translation>
            <numerusform>{n} implizit</numerusform>
            <numerusform>{n} implizit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} explicit</source>
        <comment>{n} explicit</comment>
        <translation>
            <numerusform>{n} explizit</numerusform>
            <numerusform>{n} explizit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} missing</source>
        <comment>{n} missing</comment>
        <translation>
            <numerusform>{n} fehlt</numerusform>
            <numerusform>{n} fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden: {kinds}</source>
        <translation>ausgeblendet: {kinds}</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Mitgeliefert</translation>
    </message>
    <message>
        <source>Changes nothing: the loader decides about every layer and driver</source>
        <translation>Ändert nichts: Der Loader entscheidet über jeden Layer und Treiber</translation>
    </message>
    <message>
        <source>for {platform}, …</source>
        <translation>für {platform}, …</translation>
    </message>
    <message>
        <source>for {platform}</source>
        <translation>für {platform}</translation>
    </message>
    <message>
        <source>Applied to this system for {programs}</source>
        <translation>Auf dieses System angewendet für {programs}</translation>
    </message>
    <message>
        <source>For {platforms} only: it cannot be applied here</source>
        <translation>Nur für {platforms}: hier nicht anwendbar</translation>
    </message>
    <message>
        <source>Edited: differs from the shipped version</source>
        <translation>Bearbeitet: weicht von der mitgelieferten Fassung ab</translation>
    </message>
    <message>
        <source>A newer version is shipped: Reset to use it</source>
        <translation>Eine neuere Fassung ist mitgeliefert: Zurücksetzen, um sie zu verwenden</translation>
    </message>
    <message>
        <source>Uses {path} as it is</source>
        <translation>Verwendet {path} unverändert</translation>
    </message>
    <message>
        <source>Not installed: {names}</source>
        <translation>Nicht installiert: {names}</translation>
    </message>
    <message>
        <source>applied to this system</source>
        <translation>auf dieses System angewendet</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>{ordinal} device</source>
        <translation>{ordinal} Gerät</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} values</source>
        <comment>{n:,} value</comment>
        <translation>
            <numerusform>{n:,} Wert</numerusform>
            <numerusform>{n:,} Werte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{shown:,} of {n:,} values</source>
        <comment>{shown:,} of {n:,} value</comment>
        <translation>
            <numerusform>{shown:,} von {n:,} Wert</numerusform>
            <numerusform>{shown:,} von {n:,} Werten</numerusform>
        </translation>
    </message>
    <message>
        <source>differs</source>
        <translation>unterschiedlich</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>spricht dafür</translation>
    </message>
    <message>
        <source>decides against it</source>
        <translation>spricht dagegen</translation>
    </message>
    <message>
        <source>does not apply</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} extensions</source>
        <comment>{n:,} extension</comment>
        <translation>
            <numerusform>{n:,} Erweiterung</numerusform>
            <numerusform>{n:,} Erweiterungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{shown:,} of {n:,} extensions</source>
        <comment>{shown:,} of {n:,} extension</comment>
        <translation>
            <numerusform>{shown:,} von {n:,} Erweiterung</numerusform>
            <numerusform>{shown:,} von {n:,} Erweiterungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Then and now</source>
        <translation>Damals und jetzt</translation>
    </message>
    <message>
        <source>Everything to before…</source>
        <translation>Alles zurück bis davor …</translation>
    </message>
    <message>
        <source>All</source>
        <comment>entries of a list</comment>
        <translation>Alle</translation>
    </message>
    <message>
        <source>By vkconfig-py</source>
        <translation>Von vkconfig-py</translation>
    </message>
    <message>
        <source>By others</source>
        <translation>Von anderen</translation>
    </message>
    <message>
        <source>{time}: by others: {title}, {about}</source>
        <translation>{time}: von anderen: {title}, {about}</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>owner</source>
        <comment>the program that wrote a file</comment>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>size and time of the library</source>
        <translation>Größe und Zeit der Bibliothek</translation>
    </message>
    <message>
        <source>muted from the next launch on</source>
        <translation>stumm ab dem nächsten Start</translation>
    </message>
    <message>
        <source>the layer suppressed more</source>
        <translation>der Layer hat weitere weggelassen</translation>
    </message>
    <message>
        <source>Not a regular expression: {reason}.</source>
        <translation>Kein regulärer Ausdruck: {reason}.</translation>
    </message>
    <message>
        <source>Not a regular expression: {reason} after character {position}.</source>
        <translation>Kein regulärer Ausdruck: {reason} nach Zeichen {position}.</translation>
    </message>
    <message>
        <source>Layers that load, application side first</source>
        <translation>Layer, die geladen werden, Anwendungsseite zuerst</translation>
    </message>
    <message>
        <source>Driver manifests that the loader uses</source>
        <translation>Treiber-Manifeste, die der Loader verwendet</translation>
    </message>
    <message>
        <source>Physical devices; known only of reports made with --probe</source>
        <translation>Physische Geräte; nur aus Berichten bekannt, die mit --probe erstellt wurden</translation>
    </message>
    <message>
        <source>Path below the folder</source>
        <translation>Pfad unterhalb des Ordners</translation>
    </message>
    <message>
        <source>Instance extension of the layer {name}</source>
        <translation>Instanz-Erweiterung des Layers {name}</translation>
    </message>
    <message>
        <source>Device extension of the layer {name}</source>
        <translation>Geräte-Erweiterung des Layers {name}</translation>
    </message>
    <message>
        <source>Device extension of {name} · version {version}</source>
        <translation>Geräte-Erweiterung von {name} · Version {version}</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Option set · {command}</source>
        <translation>Optionssatz · {command}</translation>
    </message>
    <message>
        <source>All choices can be applied</source>
        <translation>Alles lässt sich anwenden</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} choices cannot be applied this way</source>
        <comment>{n} choice cannot be applied this way</comment>
        <translation>
            <numerusform>{n:,} Punkt lässt sich so nicht anwenden</numerusform>
            <numerusform>{n:,} Punkte lassen sich so nicht anwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>Actions: {actions}</source>
        <translation>Aktionen: {actions}</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppen …</translation>
    </message>
    <message>
        <source>pid {pid}</source>
        <translation>PID {pid}</translation>
    </message>
    <message>
        <source>launched here</source>
        <translation>von hier gestartet</translation>
    </message>
    <message>
        <source>elevated</source>
        <comment>a process</comment>
        <translation>mit erhöhten Rechten</translation>
    </message>
    <message>
        <source>in a sandbox</source>
        <translation>in einer Sandbox</translation>
    </message>
    <message>
        <source>loader of unknown version</source>
        <translation>Loader unbekannter Version</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} programs with Vulkan</source>
        <comment>{n} program with Vulkan</comment>
        <translation>
            <numerusform>{n:,} Programm mit Vulkan</numerusform>
            <numerusform>{n:,} Programme mit Vulkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} not as predicted</source>
        <comment>{n} not as predicted</comment>
        <translation>
            <numerusform>{n:,} nicht wie vorhergesagt</numerusform>
            <numerusform>{n:,} nicht wie vorhergesagt</numerusform>
        </translation>
    </message>
    <message>
        <source>{subject}: {first}, then {second}</source>
        <translation>{subject}: {first}, dann {second}</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft …</translation>
    </message>
    <message>
        <source>has ended; you say whether it worked</source>
        <translation>ist beendet; geben Sie an, ob es funktioniert hat</translation>
    </message>
    <message>
        <source>Trial {number}: {what}</source>
        <translation>Versuch {number}: {what}</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>a run</comment>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Worked</source>
        <comment>a run</comment>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation>{file} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>One of the files is not a report that can be compared.</source>
        <translation>Eine der Dateien ist kein Bericht, der sich vergleichen lässt.</translation>
    </message>
    <message>
        <source>on {machine}</source>
        <translation>auf {machine}</translation>
    </message>
    <message>
        <source>at {time}</source>
        <translation>um {time}</translation>
    </message>
    <message>
        <source>in {file}</source>
        <translation>in {file}</translation>
    </message>
    <message>
        <source>Reports in {folder}</source>
        <translation>Berichte in {folder}</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>What is odd</source>
        <translation>Was auffällt</translation>
    </message>
    <message>
        <source>{percent:.0f}% of the machines agree</source>
        <translation>{percent:.0f} % der Rechner stimmen überein</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Number {number} of {count}</source>
        <translation>Nummer {number} von {count}</translation>
    </message>
    <message>
        <source>Not compared</source>
        <translation>Nicht verglichen</translation>
    </message>
    <message>
        <source>Select a machine to see what is odd about it, or two to compare them.</source>
        <translation>Wählen Sie einen Rechner, um zu sehen, was an ihm auffällt, oder zwei, um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>Not compared: {reason}</source>
        <translation>Nicht verglichen: {reason}</translation>
    </message>
    <message>
        <source>The same {first} and {second}</source>
        <translation>Gleich {first} und {second}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} differences between {one} and {other}</source>
        <comment>{n} difference between {one} and {other}</comment>
        <translation>
            <numerusform>{n:,} Unterschied zwischen {one} und {other}</numerusform>
            <numerusform>{n:,} Unterschiede zwischen {one} und {other}</numerusform>
        </translation>
    </message>
    <message>
        <source>{count:,} machines are selected. Select two to compare them.</source>
        <translation>{count:,} Rechner sind ausgewählt. Wählen Sie zwei, um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>{file} cannot be read as a report</source>
        <translation>{file} kann nicht als Bericht gelesen werden</translation>
    </message>
    <message>
        <source>{machine} does as most machines do</source>
        <translation>{machine} verhält sich wie die meisten Rechner</translation>
    </message>
    <message numerus="yes">
        <source>{machine} differs from most machines in {n} points, which count {score:.1f}</source>
        <comment>{machine} differs from most machines in {n} point, which counts {score:.1f}</comment>
        <translation>
            <numerusform>{machine} unterscheidet sich von den meisten Rechnern in {n} Punkt, der {score:.1f} zählt</numerusform>
            <numerusform>{machine} unterscheidet sich von den meisten Rechnern in {n} Punkten, die {score:.1f} zählen</numerusform>
        </translation>
    </message>
    <message>
        <source>not a report of vkconfig-py: “{}” is missing or of another kind</source>
        <translation>kein Bericht von vkconfig-py: „{}“ fehlt oder ist von anderer Art</translation>
    </message>
    <message>
        <source>left out: the reports before it fill the memory set aside</source>
        <translation>weggelassen: Die Berichte davor füllen den vorgesehenen Speicher</translation>
    </message>
    <message>
        <source>damaged: {sentence}</source>
        <translation>beschädigt: {sentence}</translation>
    </message>
    <message>
        <source>Odd is what differs from more than half of the machines. Each difference counts the share of machines that agree: 0.98 if 98 of 100 do.</source>
        <translation>Auffällig ist, was sich von mehr als der Hälfte der Rechner unterscheidet. Jeder Unterschied zählt so viel wie der Anteil der Rechner, die übereinstimmen: 0,98, wenn es 98 von 100 sind.</translation>
    </message>
    <message>
        <source>The same layers in another order: {chain}; on {share}: {usual}</source>
        <translation>Dieselben Layer in anderer Reihenfolge: {chain}; auf {share}: {usual}</translation>
    </message>
    <message>
        <source>without a version</source>
        <translation>ohne Version</translation>
    </message>
    <message>
        <source>{bits}-bit</source>
        <translation>{bits} Bit</translation>
    </message>
    <message>
        <source>a loader settings file is in force</source>
        <translation>eine Loader-Einstellungsdatei gilt</translation>
    </message>
    <message>
        <source>is there</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>vkCreateInstance returns {here}; on {share} {most}</source>
        <translation>vkCreateInstance liefert {here}; auf {share} {most}</translation>
    </message>
    <message>
        <source>It runs {here}; {share} run {most}</source>
        <translation>Läuft unter {here}; {share} laufen unter {most}</translation>
    </message>
    <message>
        <source>Loader {here}; {share} have {most}</source>
        <translation>Loader {here}; {share} haben {most}</translation>
    </message>
    <message>
        <source>{here}; {share} have {most}</source>
        <translation>{here}; {share} haben {most}</translation>
    </message>
    <message>
        <source>A loader settings file is in force; on {share} there is none</source>
        <translation>Eine Loader-Einstellungsdatei gilt; auf {share} gibt es keine</translation>
    </message>
    <message>
        <source>No loader settings file is in force; on {share} there is one</source>
        <translation>Keine Loader-Einstellungsdatei gilt; auf {share} gibt es eine</translation>
    </message>
    <message>
        <source>Problem: {title}; {share} do not have it ({code})</source>
        <translation>Problem: {title}; {share} haben es nicht ({code})</translation>
    </message>
    <message>
        <source>Not here: the problem {code}, which {share} have</source>
        <translation>Nicht hier: das Problem {code}, das {share} haben</translation>
    </message>
    <message>
        <source>{name} is there; {share} do not have it</source>
        <translation>{name} ist vorhanden; {share} haben es nicht</translation>
    </message>
    <message>
        <source>{name} is missing; {share} have it</source>
        <translation>{name} fehlt; {share} haben es</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>{name}: {here}; {share} do not have it</source>
        <translation>{name}: {here}; auf {share} nicht vorhanden</translation>
    </message>
    <message>
        <source>{name}: {here}; on {share}: {most}</source>
        <translation>{name}: {here}; auf {share}: {most}</translation>
    </message>
    <message numerus="yes">
        <source>{count} of {n} machines</source>
        <comment>{count} of {n} machine</comment>
        <translation>
            <numerusform>{count} von {n} Rechner</numerusform>
            <numerusform>{count} von {n} Rechnern</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first {count:,} files are read.</source>
        <translation>Nur die ersten {count:,} Dateien werden gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files are not called *.json and are not read.</source>
        <comment>{n} file is not called *.json and is not read.</comment>
        <translation>
            <numerusform>{n:,} Datei heißt nicht *.json und wird nicht gelesen.</numerusform>
            <numerusform>{n:,} Dateien heißen nicht *.json und werden nicht gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>the folder cannot be read: {reason}</source>
        <translation>der Ordner kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>more than {count} folders deep</source>
        <translation>mehr als {count} Ordner tief</translation>
    </message>
    <message>
        <source>it is larger than {size} MB</source>
        <translation>sie ist größer als {size} MB</translation>
    </message>
    <message>
        <source>Odd</source>
        <translation>Auffällig</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Layers that load</source>
        <translation>Geladene Layer</translation>
    </message>
    <message>
        <source>Made at (UTC)</source>
        <translation>Erstellt (UTC)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>no version</source>
        <translation>keine Version</translation>
    </message>
    <message>
        <source>{version} (32-bit)</source>
        <translation>{version} (32 Bit)</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} differ from most</source>
        <comment>{n} differs from most</comment>
        <translation>
            <numerusform>{n:,} weicht von den meisten ab</numerusform>
            <numerusform>{n:,} weichen von den meisten ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} with errors</source>
        <comment>{n} with errors</comment>
        <translation>
            <numerusform>{n:,} mit Fehlern</numerusform>
            <numerusform>{n:,} mit Fehlern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files cannot be read</source>
        <comment>{n} file cannot be read</comment>
        <translation>
            <numerusform>{n:,} Datei kann nicht gelesen werden</numerusform>
            <numerusform>{n:,} Dateien können nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message>
        <source>The log file is not written</source>
        <translation>Die Protokolldatei wird nicht geschrieben</translation>
    </message>
    <message>
        <source>Log file: {path}</source>
        <translation>Protokolldatei: {path}</translation>
    </message>
    <message>
        <source>Log file: {path}, because another run is writing {taken}</source>
        <translation>Protokolldatei: {path}, da ein anderer Lauf {taken} schreibt</translation>
    </message>
    <message>
        <source>The log file is not complete</source>
        <translation>Die Protokolldatei ist unvollständig</translation>
    </message>
    <message>
        <source>The log file is not written: {{{name}}} is not a placeholder; there are {known}.</source>
        <translation>Die Protokolldatei wird nicht geschrieben: {{{name}}} ist kein Platzhalter; es gibt {known}.</translation>
    </message>
    <message>
        <source>The log file is not written: all {count:,} numbers of {pattern} are taken.</source>
        <translation>Die Protokolldatei wird nicht geschrieben: Alle {count:,} Nummern von {pattern} sind vergeben.</translation>
    </message>
    <message>
        <source>The log file is not written: a file is where {path} needs a folder.</source>
        <translation>Die Protokolldatei wird nicht geschrieben: Wo {path} einen Ordner braucht, liegt eine Datei.</translation>
    </message>
    <message>
        <source>The log file is not written: {path} is not a regular file.</source>
        <translation>Die Protokolldatei wird nicht geschrieben: {path} ist keine reguläre Datei.</translation>
    </message>
    <message>
        <source>the disk is nearly full</source>
        <translation>der Datenträger ist fast voll</translation>
    </message>
    <message>
        <source>Logs of runs that are over keep together as much as one log: older ones give way first.</source>
        <translation>Protokolle beendeter Läufe behalten zusammen so viel wie eines: Die älteren weichen zuerst.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entries ({size}) were left out here.</source>
        <comment>{n} entry ({size}) was left out here.</comment>
        <translation>
            <numerusform>{n:,} Eintrag ({size}) wurde hier weggelassen.</numerusform>
            <numerusform>{n:,} Einträge ({size}) wurden hier weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no file for the log, so memory has its beginning and end.</source>
        <translation>Für das Protokoll gibt es keine Datei, daher sind nur Anfang und Ende im Speicher.</translation>
    </message>
    <message>
        <source>There is no file for the log ({reason}), so memory has its beginning and end.</source>
        <translation>Für das Protokoll gibt es keine Datei ({reason}), daher sind nur Anfang und Ende im Speicher.</translation>
    </message>
    <message>
        <source>A log keeps the beginning and the end of an output, up to {size} or {count:,} entries.</source>
        <translation>Ein Protokoll behält Anfang und Ende einer Ausgabe, bis zu {size} oder {count:,} Einträge.</translation>
    </message>
    <message>
        <source>{size:,.0f} MB</source>
        <translation>{size:,.0f} MB</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bytes</source>
        <comment>{n} byte</comment>
        <translation>
            <numerusform>{n:,} Byte</numerusform>
            <numerusform>{n:,} Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>Too much for the clipboard. Save the log instead.</source>
        <translation>Zu viel für die Zwischenablage. Speichern Sie stattdessen das Protokoll.</translation>
    </message>
    <message>
        <source>The log was not saved</source>
        <translation>Das Protokoll wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>{path} is not as vkconfig-py wrote it, and is left as it is.</source>
        <translation>{path} ist nicht so, wie vkconfig-py es geschrieben hat, und bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>vkconfig-py is in the menu.</source>
        <translation>vkconfig-py ist im Menü.</translation>
    </message>
    <message>
        <source>The record of what was installed is damaged: {reason}.</source>
        <translation>Die Aufzeichnung der installierten Dateien ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>Not everything was written</source>
        <translation>Nicht alles wurde geschrieben</translation>
    </message>
    <message>
        <source>Not everything could be removed</source>
        <translation>Nicht alles konnte entfernt werden</translation>
    </message>
    <message>
        <source>No validation messages</source>
        <translation>Keine Validierungsmeldungen</translation>
    </message>
    <message>
        <source>Chain equals the prediction: no layers</source>
        <translation>Die Kette entspricht der Vorhersage: keine Layer</translation>
    </message>
    <message numerus="yes">
        <source>Chain equals the prediction: {n} layers</source>
        <comment>Chain equals the prediction: {n} layer</comment>
        <translation>
            <numerusform>Die Kette entspricht der Vorhersage: {n} Layer</numerusform>
            <numerusform>Die Kette entspricht der Vorhersage: {n} Layer</numerusform>
        </translation>
    </message>
    <message>
        <source>Chain differs from the prediction: {found}; predicted: {predicted}</source>
        <translation>Die Kette weicht von der Vorhersage ab: {found}; vorhergesagt: {predicted}</translation>
    </message>
    <message>
        <source>others can write to this folder</source>
        <translation>andere können in diesen Ordner schreiben</translation>
    </message>
    <message>
        <source>still running</source>
        <translation>läuft noch</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>nicht geladen</translation>
    </message>
    <message>
        <source>as in the session</source>
        <translation>wie in der Sitzung</translation>
    </message>
    <message>
        <source>Both runs are alike.</source>
        <translation>Beide Läufe sind gleich.</translation>
    </message>
    <message>
        <source>Option set</source>
        <translation>Optionssatz</translation>
    </message>
    <message>
        <source>Safe mode</source>
        <translation>Abgesicherter Modus</translation>
    </message>
    <message>
        <source>End</source>
        <comment>how a run ended</comment>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>how long a run took</comment>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>“{name}” ({options})</source>
        <translation>„{name}“ ({options})</translation>
    </message>
    <message>
        <source>safe mode {safe}</source>
        <translation>abgesicherter Modus {safe}</translation>
    </message>
    <message numerus="yes">
        <source>{n} layers predicted</source>
        <comment>{n} layer predicted</comment>
        <translation>
            <numerusform>{n} Layer vorhergesagt</numerusform>
            <numerusform>{n} Layer vorhergesagt</numerusform>
        </translation>
    </message>
    <message>
        <source>running for {duration}</source>
        <translation>läuft seit {duration}</translation>
    </message>
    <message>
        <source>{end} after {duration}</source>
        <translation>{end} nach {duration}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>ended by {signal}</source>
        <translation>von {signal} beendet</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages</source>
        <comment>{n} message</comment>
        <translation>
            <numerusform>{n:,} Meldung</numerusform>
            <numerusform>{n:,} Meldungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{seconds:.1f} s</source>
        <translation>{seconds:.1f} s</translation>
    </message>
    <message>
        <source>Layer {name}</source>
        <translation>Layer {name}</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} von {count}</translation>
    </message>
    <message>
        <source>Message {identifier}</source>
        <translation>Meldung {identifier}</translation>
    </message>
    <message>
        <source>Variable {name}</source>
        <translation>Variable {name}</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>state of a variable</comment>
        <translation>leer</translation>
    </message>
    <message>
        <source>The program was not started</source>
        <translation>Das Programm wurde nicht gestartet</translation>
    </message>
    <message>
        <source>The program was not started: its files do not lie in a folder of their own.</source>
        <translation>Das Programm wurde nicht gestartet: Seine Dateien liegen nicht in einem eigenen Ordner.</translation>
    </message>
    <message>
        <source>The program was not started: {path} is not a folder.</source>
        <translation>Das Programm wurde nicht gestartet: {path} ist kein Ordner.</translation>
    </message>
    <message>
        <source>The program was not started: none is named.</source>
        <translation>Das Programm wurde nicht gestartet: Es ist keines angegeben.</translation>
    </message>
    <message>
        <source>a variable without a name cannot be set</source>
        <translation>eine Variable ohne Namen kann nicht gesetzt werden</translation>
    </message>
    <message>
        <source>a variable cannot be called “{name}”</source>
        <translation>eine Variable kann nicht „{name}“ heißen</translation>
    </message>
    <message>
        <source>the value of {name} holds a null byte, which no variable can</source>
        <translation>der Wert von {name} enthält ein Null-Byte, das in Variablen nicht möglich ist</translation>
    </message>
    <message numerus="yes">
        <source>stopped; {n} processes could not be ended</source>
        <comment>stopped; {n} process could not be ended</comment>
        <translation>
            <numerusform>gestoppt; {n} Prozess konnte nicht beendet werden</numerusform>
            <numerusform>gestoppt; {n} Prozesse konnten nicht beendet werden</numerusform>
        </translation>
    </message>
    <message>
        <source>This run is not in the list of runs</source>
        <translation>Dieser Lauf steht nicht in der Liste der Läufe</translation>
    </message>
    <message>
        <source>{program} requested {layers} itself.</source>
        <translation>{program} hat {layers} selbst angefordert.</translation>
    </message>
    <message>
        <source>The program requested {layers} itself.</source>
        <translation>Das Programm hat {layers} selbst angefordert.</translation>
    </message>
    <message>
        <source>{variable}, set on the way to the program, turned on {layer}.</source>
        <translation>{variable}, auf dem Weg zum Programm gesetzt, hat {layer} eingeschaltet.</translation>
    </message>
    <message>
        <source>{variable}, set on the way to {program}, turned on {layer}.</source>
        <translation>{variable}, auf dem Weg zu {program} gesetzt, hat {layer} eingeschaltet.</translation>
    </message>
    <message>
        <source>{program} did not request {layers} this time.</source>
        <translation>{program} hat {layers} diesmal nicht angefordert.</translation>
    </message>
    <message>
        <source>The program did not request {layers} this time.</source>
        <translation>Das Programm hat {layers} diesmal nicht angefordert.</translation>
    </message>
    <message>
        <source>frames such as 3,8-2 or 5-8-2 (start-count-step)</source>
        <translation>Frames wie 3,8-2 oder 5-8-2 (Beginn-Anzahl-Schritt)</translation>
    </message>
    <message>
        <source>{least} or more</source>
        <translation>{least} oder mehr</translation>
    </message>
    <message>
        <source>{most} or less</source>
        <translation>{most} oder weniger</translation>
    </message>
    <message>
        <source>Must be a finite number.</source>
        <translation>Muss eine endliche Zahl sein.</translation>
    </message>
    <message>
        <source>Must be from {least} to {most}.</source>
        <translation>Muss von {least} bis {most} sein.</translation>
    </message>
    <message>
        <source>Must be {least} or more.</source>
        <translation>Muss {least} oder mehr sein.</translation>
    </message>
    <message>
        <source>Must be {most} or less.</source>
        <translation>Muss {most} oder weniger sein.</translation>
    </message>
    <message>
        <source>Must be 0, or at least {least} away from it.</source>
        <translation>Muss 0 oder mindestens {least} davon entfernt sein.</translation>
    </message>
    <message>
        <source>Must be frames such as 3,8-2 (start-count-step).</source>
        <translation>Erwartet werden Frames wie 3,8-2 (Beginn-Anzahl-Schritt).</translation>
    </message>
    <message>
        <source>The last frame is number {last}.</source>
        <translation>Der letzte Frame hat die Nummer {last}.</translation>
    </message>
    <message>
        <source>The layer has no value {names}.</source>
        <translation>Der Layer kennt den Wert {names} nicht.</translation>
    </message>
    <message>
        <source>The layer has no flag {names}.</source>
        <translation>Der Layer kennt das Flag {names} nicht.</translation>
    </message>
    <message>
        <source>A flag is listed twice.</source>
        <translation>Ein Flag ist zweimal aufgeführt.</translation>
    </message>
    <message>
        <source>“{entry}” is listed twice.</source>
        <translation>„{entry}“ ist zweimal aufgeführt.</translation>
    </message>
    <message>
        <source>The layer knows no {names}.</source>
        <translation>Der Layer kennt {names} nicht.</translation>
    </message>
    <message>
        <source>An entry is empty.</source>
        <translation>Ein Eintrag ist leer.</translation>
    </message>
    <message>
        <source>“{entry}” is not one line.</source>
        <translation>„{entry}“ ist mehr als eine Zeile.</translation>
    </message>
    <message>
        <source>“{entry}” has a comma, at which layers would split it.</source>
        <translation>„{entry}“ enthält ein Komma, an dem Layer es teilen würden.</translation>
    </message>
    <message>
        <source>“{entry}” begins or ends with a space.</source>
        <translation>„{entry}“ beginnt oder endet mit einem Leerzeichen.</translation>
    </message>
    <message>
        <source>Must be a colour such as 39F900.</source>
        <translation>Muss eine Farbe wie 39F900 sein.</translation>
    </message>
    <message>
        <source>a colour such as 39F900</source>
        <translation>eine Farbe wie 39F900</translation>
    </message>
    <message>
        <source>Must be three colours such as 39F900,FDFD09,B22222.</source>
        <translation>Erwartet werden drei Farben wie 39F900,FDFD09,B22222.</translation>
    </message>
    <message>
        <source>three colours such as 39F900,FDFD09,B22222</source>
        <translation>drei Farben wie 39F900,FDFD09,B22222</translation>
    </message>
    <message>
        <source>Must be two numbers such as 60,90.</source>
        <translation>Erwartet werden zwei Zahlen wie 60,90.</translation>
    </message>
    <message>
        <source>two numbers such as 60,90</source>
        <translation>zwei Zahlen wie 60,90</translation>
    </message>
    <message>
        <source>Must be numbers such as 0,1.</source>
        <translation>Erwartet werden Zahlen wie 0,1.</translation>
    </message>
    <message>
        <source>numbers such as 0,1</source>
        <translation>Zahlen wie 0,1</translation>
    </message>
    <message>
        <source>Must be one line.</source>
        <translation>Muss eine Zeile sein.</translation>
    </message>
    <message>
        <source>A group has no value.</source>
        <translation>Eine Gruppe hat keinen Wert.</translation>
    </message>
    <message>
        <source>Must be true or false.</source>
        <translation>Muss true oder false sein.</translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation>Muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>Must be a number.</source>
        <translation>Muss eine Zahl sein.</translation>
    </message>
    <message>
        <source>Must be text.</source>
        <translation>Muss Text sein.</translation>
    </message>
    <message>
        <source>Must be one of the values.</source>
        <translation>Muss einer der Werte sein.</translation>
    </message>
    <message>
        <source>Must be flags of the layer.</source>
        <translation>Erwartet werden Flags des Layers.</translation>
    </message>
    <message>
        <source>Must be a list.</source>
        <translation>Muss eine Liste sein.</translation>
    </message>
    <message>
        <source>Must be a path.</source>
        <translation>Muss ein Pfad sein.</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>Must be true or false, but is {kind}.</source>
        <translation>Muss true oder false sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Should be true or false, but is {kind}; it is accepted.</source>
        <translation>Sollte true oder false sein, ist aber {kind}; es wird verstanden.</translation>
    </message>
    <message>
        <source>Should be a whole number, but is text; it is accepted.</source>
        <translation>Sollte eine ganze Zahl sein, ist aber Text; es wird verstanden.</translation>
    </message>
    <message>
        <source>No layer can read this number; 0 is used.</source>
        <translation>Kein Layer kann diese Zahl lesen; 0 wird genommen.</translation>
    </message>
    <message>
        <source>Must be a whole number, but is {kind}.</source>
        <translation>Muss eine ganze Zahl sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Should be a number, but is text; it is accepted.</source>
        <translation>Sollte eine Zahl sein, ist aber Text; es wird verstanden.</translation>
    </message>
    <message>
        <source>Must be a finite number, but is {kind}.</source>
        <translation>Muss eine endliche Zahl sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Should be text, but is a number; it is accepted.</source>
        <translation>Sollte Text sein, ist aber eine Zahl; es wird verstanden.</translation>
    </message>
    <message>
        <source>Must be text, but is {kind}.</source>
        <translation>Muss Text sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Should be a list of texts, but is text; it is accepted.</source>
        <translation>Sollte eine Liste von Texten sein, ist aber Text; es wird verstanden.</translation>
    </message>
    <message>
        <source>Must be a list of texts, but is {kind}.</source>
        <translation>Muss eine Liste von Texten sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>An entry is {kind} and not text; it is left out.</source>
        <translation>Ein Eintrag ist {kind} und kein Text; er wird weggelassen.</translation>
    </message>
    <message>
        <source>Must be a list, but is {kind}.</source>
        <translation>Muss eine Liste sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>An entry is neither text nor a number; it is left out.</source>
        <translation>Ein Eintrag ist weder Text noch eine Zahl; er wird weggelassen.</translation>
    </message>
    <message>
        <source>“{entry}” is listed twice; it is kept once.</source>
        <translation>„{entry}“ ist doppelt aufgeführt und bleibt einmal erhalten.</translation>
    </message>
    <message>
        <source>A variable holds {limit:,} bytes at most, and this is more.</source>
        <translation>Eine Variable fasst höchstens {limit:,} Byte, und das sind mehr.</translation>
    </message>
    <message>
        <source>It has no value that fits its type.</source>
        <translation>Kein Wert, der zum Typ passt.</translation>
    </message>
    <message>
        <source>The number does not fit in 64 bits.</source>
        <translation>Die Zahl passt nicht in 64 Bit.</translation>
    </message>
    <message>
        <source>Layers read finite numbers only.</source>
        <translation>Layer lesen nur endliche Zahlen.</translation>
    </message>
    <message>
        <source>Layers read frames such as 3,8-2 (start-count-step) only.</source>
        <translation>Layer lesen nur Frames wie 3,8-2 (Beginn-Anzahl-Schritt).</translation>
    </message>
    <message>
        <source>Layers drop empty entries.</source>
        <translation>Layer verwerfen leere Einträge.</translation>
    </message>
    <message>
        <source>Older layers strip the quotation mark from “{item}”.</source>
        <translation>Ältere Layer entfernen das Anführungszeichen von „{item}“.</translation>
    </message>
    <message>
        <source>Layers would split “{item}” at the comma.</source>
        <translation>Layer würden „{item}“ am Komma teilen.</translation>
    </message>
    <message>
        <source>Layers would split “{item}” at “{separator}”.</source>
        <translation>Layer würden „{item}“ an „{separator}“ teilen.</translation>
    </message>
    <message>
        <source>Newer layers drop a comma at the beginning or the end.</source>
        <translation>Neuere Layer verwerfen ein Komma am Anfang oder Ende.</translation>
    </message>
    <message>
        <source>Newer layers would read “{separator}” as a comma.</source>
        <translation>Neuere Layer würden „{separator}“ als Komma lesen.</translation>
    </message>
    <message>
        <source>An empty text counts as not set: the default stays.</source>
        <translation>Ein leerer Text gilt als nicht gesetzt: Die Vorgabe bleibt.</translation>
    </message>
    <message>
        <source>Layers stop reading at a NUL byte.</source>
        <translation>Layer hören bei einem NUL-Byte auf zu lesen.</translation>
    </message>
    <message>
        <source>It contains something that is not a character.</source>
        <translation>Es enthält etwas, das kein Zeichen ist.</translation>
    </message>
    <message>
        <source>Layers treat what follows a “#” as a comment.</source>
        <translation>Layer werten alles nach einem „#“ als Kommentar.</translation>
    </message>
    <message>
        <source>A setting is one line of the file.</source>
        <translation>Eine Einstellung ist eine Zeile der Datei.</translation>
    </message>
    <message>
        <source>Layers drop spaces at the beginning and the end.</source>
        <translation>Layer verwerfen Leerzeichen am Anfang und Ende.</translation>
    </message>
    <message>
        <source>“{text}” is neither true nor false.</source>
        <translation>„{text}“ ist weder true noch false.</translation>
    </message>
    <message>
        <source>“{text}” is not a decimal number of 64 bits.</source>
        <translation>„{text}“ ist keine Dezimalzahl mit 64 Bit.</translation>
    </message>
    <message>
        <source>“{text}” is not a number that layers read.</source>
        <translation>„{text}“ ist keine Zahl, die Layer lesen.</translation>
    </message>
    <message>
        <source>Its name cannot stand before the “=”.</source>
        <translation>Der Name kann nicht vor dem „=“ stehen.</translation>
    </message>
    <message numerus="yes">
        <source>{reasons} {n} more entries are left out, too.</source>
        <comment>{reasons} {n} more entry is left out, too.</comment>
        <translation>
            <numerusform>{reasons} {n} weiterer Eintrag wird ebenfalls weggelassen.</numerusform>
            <numerusform>{reasons} {n} weitere Einträge werden ebenfalls weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>This layer has no such setting; the value is kept.</source>
        <translation>Dieser Layer hat keine solche Einstellung; der Wert bleibt erhalten.</translation>
    </message>
    <message>
        <source>The layer&apos;s manifest hides this setting; the value is kept.</source>
        <translation>Das Manifest des Layers verbirgt diese Einstellung; der Wert bleibt erhalten.</translation>
    </message>
    <message>
        <source>{requirement} The default is used.</source>
        <translation>{requirement} Die Vorgabe wird verwendet.</translation>
    </message>
    <message>
        <source>All settings as the layer has them by itself.</source>
        <translation>Alle Einstellungen, wie sie der Layer von sich aus hat.</translation>
    </message>
    <message>
        <source>This message has no identifier by which a layer could leave it out.</source>
        <translation>Diese Meldung hat keine Kennung, an der ein Layer sie weglassen könnte.</translation>
    </message>
    <message>
        <source>{layer} declares no list of messages to leave out ({key}).</source>
        <translation>{layer} deklariert keine Liste wegzulassender Meldungen ({key}).</translation>
    </message>
    <message>
        <source>{message} is muted already. It counts from the next launch.</source>
        <translation>{message} ist bereits stummgeschaltet. Das gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Muted from the next launch on in “{name}”: {message}.</source>
        <translation>Ab dem nächsten Start in „{name}“ stummgeschaltet: {message}.</translation>
    </message>
    <message>
        <source>The configuration has settings for {layer} now.</source>
        <translation>Die Konfiguration hat jetzt Einstellungen für {layer}.</translation>
    </message>
    <message>
        <source>Mute {message}</source>
        <translation>{message} stummschalten</translation>
    </message>
    <message>
        <source>“{name}” uses {file} as it is. Add {message} to {setting} there.</source>
        <translation>„{name}“ verwendet {file} unverändert. Fügen Sie dort {message} zu {setting} hinzu.</translation>
    </message>
    <message>
        <source>{layer} is off in “{name}”: the next launch has no messages.</source>
        <translation>{layer} ist in „{name}“ aus: Der nächste Start hat keine Meldungen.</translation>
    </message>
    <message>
        <source>Settings of {layer} are kept but not written in “{name}”. Turn writing on first.</source>
        <translation>Einstellungen von {layer} werden in „{name}“ aufbewahrt, aber nicht geschrieben. Schalten Sie erst das Schreiben ein.</translation>
    </message>
    <message>
        <source>But {variable} is set for the program and counts instead: unset it.</source>
        <translation>Für das Programm ist aber {variable} gesetzt und gilt stattdessen: Entfernen Sie die Variable.</translation>
    </message>
    <message>
        <source>“{text}” is not understood.</source>
        <translation>„{text}“ wird nicht verstanden.</translation>
    </message>
    <message>
        <source>The layer would split “{item}” at “{separator}”.</source>
        <translation>Der Layer würde „{item}“ an „{separator}“ teilen.</translation>
    </message>
    <message>
        <source>MangoHud treats what follows a “#” as a comment.</source>
        <translation>MangoHud wertet alles nach einem „#“ als Kommentar.</translation>
    </message>
    <message>
        <source>MangoHud drops spaces at the beginning and the end.</source>
        <translation>MangoHud verwirft Leerzeichen am Anfang und Ende.</translation>
    </message>
    <message>
        <source>vkBasalt treats an empty value as its default.</source>
        <translation>vkBasalt wertet eine leere Angabe als Vorgabe.</translation>
    </message>
    <message>
        <source>vkBasalt&apos;s file cannot contain a quotation mark.</source>
        <translation>Die Datei von vkBasalt kann kein Anführungszeichen aufnehmen.</translation>
    </message>
    <message>
        <source>The layer would split it at “{character}”.</source>
        <translation>Der Layer würde es an „{character}“ teilen.</translation>
    </message>
    <message>
        <source>The layer takes {limit:,} bytes at most.</source>
        <translation>Der Layer nimmt höchstens {limit:,} Byte.</translation>
    </message>
    <message>
        <source>The layer treats an empty value as its default.</source>
        <translation>Der Layer wertet eine leere Angabe als Vorgabe.</translation>
    </message>
    <message>
        <source>Preset {preset}</source>
        <translation>Voreinstellung {preset}</translation>
    </message>
    <message>
        <source>Of your {file}.</source>
        <translation>Aus Ihrer Datei {file}.</translation>
    </message>
    <message>
        <source>Your session sets {variable}={value}.</source>
        <translation>Ihre Sitzung setzt {variable}={value}.</translation>
    </message>
    <message>
        <source>{variable} of your session says {setting}={value}.</source>
        <translation>{variable} Ihrer Sitzung enthält {setting}={value}.</translation>
    </message>
    <message>
        <source>Preset {preset} of {file}, line {line}; versions before {since} do not read it.</source>
        <translation>Voreinstellung {preset} aus {file}, Zeile {line}; Versionen vor {since} lesen sie nicht.</translation>
    </message>
    <message>
        <source>Set in {file}, line {line}.</source>
        <translation>Gesetzt in {file}, Zeile {line}.</translation>
    </message>
    <message>
        <source>No effect or effect file is called {names}: vkBasalt ends the program.</source>
        <translation>Kein Effekt und keine Effektdatei heißt {names}: vkBasalt beendet das Programm.</translation>
    </message>
    <message>
        <source>This configuration sets {name}={value} without {switch}: no file is read then.</source>
        <translation>Diese Konfiguration setzt {name}={value} ohne {switch}: Dann wird keine Datei gelesen.</translation>
    </message>
    <message>
        <source>Your session sets {name}={value} without {switch}: no file is read then.</source>
        <translation>Ihre Sitzung setzt {name}={value} ohne {switch}: Dann wird keine Datei gelesen.</translation>
    </message>
    <message>
        <source>“{member}” is missing.</source>
        <translation>„{member}“ fehlt.</translation>
    </message>
    <message>
        <source>Must not be empty.</source>
        <translation>Darf nicht leer sein.</translation>
    </message>
    <message>
        <source>Must be a number, but is {kind}.</source>
        <translation>Muss eine Zahl sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Must be a whole number from 0 to 64.</source>
        <translation>Muss eine ganze Zahl von 0 bis 64 sein.</translation>
    </message>
    <message>
        <source>“{word}” is not in the format, which has {known}.</source>
        <translation>„{word}“ gibt es im Format nicht; es kennt {known}.</translation>
    </message>
    <message>
        <source>Must hold texts only; the others are left out.</source>
        <translation>Darf nur Texte enthalten; die anderen werden weggelassen.</translation>
    </message>
    <message>
        <source>Must be an object, but is {kind}.</source>
        <translation>Muss ein Objekt sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Must be an object, but is {kind}; it is left out.</source>
        <translation>Muss ein Objekt sein, ist aber {kind}; es wird weggelassen.</translation>
    </message>
    <message>
        <source>“{word}” is not in the format.</source>
        <translation>„{word}“ gibt es im Format nicht.</translation>
    </message>
    <message>
        <source>“{name}” is not a button.</source>
        <translation>„{name}“ ist keine Schaltfläche.</translation>
    </message>
    <message>
        <source>“{word}” is not in the format; it is shown as OK.</source>
        <translation>„{word}“ gibt es im Format nicht; gezeigt wird OK.</translation>
    </message>
    <message>
        <source>“{key}” is not a setting.</source>
        <translation>„{key}“ ist keine Einstellung.</translation>
    </message>
    <message>
        <source>“{value}” is none of the values of “{key}”.</source>
        <translation>„{value}“ ist keiner der Werte von „{key}“.</translation>
    </message>
    <message numerus="yes">
        <source>It is more than {n} settings deep and is left out.</source>
        <comment>It is more than {n} setting deep and is left out.</comment>
        <translation>
            <numerusform>Mehr als {n} Einstellung tief verschachtelt; wird weggelassen.</numerusform>
            <numerusform>Mehr als {n} Einstellungen tief verschachtelt; wird weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” is declared twice; this one is left out.</source>
        <translation>„{name}“ ist zweimal deklariert; dies wird weggelassen.</translation>
    </message>
    <message>
        <source>“type” is missing; the setting is treated as text.</source>
        <translation>„type“ fehlt; die Einstellung gilt als Text.</translation>
    </message>
    <message>
        <source>Must be text, but is {kind}; the setting is treated as text.</source>
        <translation>Muss Text sein, ist aber {kind}; die Einstellung gilt als Text.</translation>
    </message>
    <message>
        <source>“{word}” is not in the format; the setting is treated as text.</source>
        <translation>„{word}“ gibt es im Format nicht; die Einstellung gilt als Text.</translation>
    </message>
    <message>
        <source>From {least} to {most} is not a range; it is ignored.</source>
        <translation>Von {least} bis {most} ist kein Bereich; er wird ignoriert.</translation>
    </message>
    <message>
        <source>“{value}” is none of the values.</source>
        <translation>„{value}“ ist keiner der Werte.</translation>
    </message>
    <message>
        <source>Is outside of the range.</source>
        <translation>Liegt außerhalb des Bereichs.</translation>
    </message>
    <message>
        <source>Is not allowed. {reason}</source>
        <translation>Ist nicht zulässig. {reason}</translation>
    </message>
    <message>
        <source>Preset {number}</source>
        <translation>Voreinstellung {number}</translation>
    </message>
    <message>
        <source>“{key}” is not a setting that has a value.</source>
        <translation>„{key}“ ist keine Einstellung mit einem Wert.</translation>
    </message>
    <message>
        <source>Is left out. {reason}</source>
        <translation>Wird weggelassen. {reason}</translation>
    </message>
    <message>
        <source>The file must hold an object, but is {kind}.</source>
        <translation>Die Datei muss ein Objekt enthalten, ist aber {kind}.</translation>
    </message>
    <message>
        <source>The file declares no layer.</source>
        <translation>Die Datei deklariert keinen Layer.</translation>
    </message>
    <message>
        <source>These settings are saved, but not written for the layer.</source>
        <translation>Diese Einstellungen werden gespeichert, aber nicht für den Layer geschrieben.</translation>
    </message>
    <message>
        <source>Set {setting}</source>
        <translation>{setting} setzen</translation>
    </message>
    <message>
        <source>Reset {setting}</source>
        <translation>{setting} zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the settings of {layer}</source>
        <translation>Einstellungen von {layer} zurücksetzen</translation>
    </message>
    <message>
        <source>Choose {preset}</source>
        <translation>{preset} wählen</translation>
    </message>
    <message>
        <source>Write the settings of {layer}</source>
        <translation>Einstellungen von {layer} schreiben</translation>
    </message>
    <message>
        <source>Do not write the settings of {layer}</source>
        <translation>Einstellungen von {layer} nicht schreiben</translation>
    </message>
    <message>
        <source>Choose a copy of {layer}</source>
        <translation>Kopie von {layer} wählen</translation>
    </message>
    <message>
        <source>This configuration sets {name}={value}, which wins.</source>
        <translation>Diese Konfiguration setzt {name}={value}; das hat Vorrang.</translation>
    </message>
    <message>
        <source>Your session sets {name}={value}, which wins.</source>
        <translation>Ihre Sitzung setzt {name}={value}; das hat Vorrang.</translation>
    </message>
    <message>
        <source>It is not known whether this layer reads variables.</source>
        <translation>Es ist nicht bekannt, ob dieser Layer Variablen liest.</translation>
    </message>
    <message>
        <source>The layer has it on {platforms} only.</source>
        <translation>Der Layer hat sie nur unter {platforms}.</translation>
    </message>
    <message>
        <source>“{name}” works only at the beginning of a path.</source>
        <translation>„{name}“ wird nur am Anfang eines Pfads verstanden.</translation>
    </message>
    <message>
        <source>HOME is not set, so “{name}” is no folder.</source>
        <translation>HOME ist nicht gesetzt; „{name}“ ist daher kein Ordner.</translation>
    </message>
    <message>
        <source>It is not known what “{name}” stands for.</source>
        <translation>Es ist nicht bekannt, wofür „{name}“ steht.</translation>
    </message>
    <message>
        <source>beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>{version} and newer</source>
        <translation>{version} und neuer</translation>
    </message>
    <message>
        <source>up to {version}</source>
        <translation>bis {version}</translation>
    </message>
    <message>
        <source>none</source>
        <comment>flags or entries</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>{count} of {total}</source>
        <translation>{count} von {total}</translation>
    </message>
    <message>
        <source>{count} of {total} on</source>
        <translation>{count} von {total} ein</translation>
    </message>
    <message numerus="yes">
        <source>{n} entries</source>
        <comment>{n} entry</comment>
        <translation>
            <numerusform>{n} Eintrag</numerusform>
            <numerusform>{n} Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>text: {value}</source>
        <translation>Text: {value}</translation>
    </message>
    <message>
        <source>text: empty</source>
        <translation>Text: leer</translation>
    </message>
    <message>
        <source>number: {value}</source>
        <translation>Zahl: {value}</translation>
    </message>
    <message>
        <source>number: empty</source>
        <translation>Zahl: leer</translation>
    </message>
    <message>
        <source>choice: {value}</source>
        <translation>Auswahl: {value}</translation>
    </message>
    <message>
        <source>choice: empty</source>
        <translation>Auswahl: leer</translation>
    </message>
    <message>
        <source>list: {value}</source>
        <translation>Liste: {value}</translation>
    </message>
    <message>
        <source>list: empty</source>
        <translation>Liste: leer</translation>
    </message>
    <message>
        <source>file: {value}</source>
        <translation>Datei: {value}</translation>
    </message>
    <message>
        <source>file: empty</source>
        <translation>Datei: leer</translation>
    </message>
    <message>
        <source>folder: {value}</source>
        <translation>Ordner: {value}</translation>
    </message>
    <message>
        <source>folder: empty</source>
        <translation>Ordner: leer</translation>
    </message>
    <message>
        <source>changed in this session</source>
        <translation>in dieser Sitzung geändert</translation>
    </message>
    <message>
        <source>no effect now</source>
        <translation>derzeit wirkungslos</translation>
    </message>
    <message>
        <source>Use the default</source>
        <translation>Vorgabe verwenden</translation>
    </message>
    <message>
        <source>{reason} Not added.</source>
        <translation>{reason} Nicht hinzugefügt.</translation>
    </message>
    <message>
        <source>{reason} Not written: {value} stays in force.</source>
        <translation>{reason} Nicht geschrieben: {value} gilt weiter.</translation>
    </message>
    <message>
        <source>{reason} Not written.</source>
        <translation>{reason} Nicht geschrieben.</translation>
    </message>
    <message>
        <source>Use {value}</source>
        <translation>{value} verwenden</translation>
    </message>
    <message>
        <source>{reason} Not written, only set as a variable.</source>
        <translation>{reason} Nicht geschrieben, nur als Variable gesetzt.</translation>
    </message>
    <message>
        <source>This configuration sets {name}={value}, which may win.</source>
        <translation>Diese Konfiguration setzt {name}={value}; das hat möglicherweise Vorrang.</translation>
    </message>
    <message>
        <source>This configuration sets {name}={value}, which counts too.</source>
        <translation>Diese Konfiguration setzt {name}={value}; das gilt zusätzlich.</translation>
    </message>
    <message>
        <source>Your session sets {name}={value}, which may win.</source>
        <translation>Ihre Sitzung setzt {name}={value}; das hat möglicherweise Vorrang.</translation>
    </message>
    <message>
        <source>Your session sets {name}={value}, which counts too.</source>
        <translation>Ihre Sitzung setzt {name}={value}; das gilt zusätzlich.</translation>
    </message>
    <message>
        <source>Deprecated: {setting} replaces it.</source>
        <translation>Veraltet: {setting} tritt an ihre Stelle.</translation>
    </message>
    <message>
        <source>Deprecated: another setting replaces it.</source>
        <translation>Veraltet: Eine andere Einstellung tritt an ihre Stelle.</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin</translation>
    </message>
    <message>
        <source>Works only with {conditions}, which has no effect itself.</source>
        <translation>Wirkt nur mit {conditions}; das ist selbst wirkungslos.</translation>
    </message>
    <message>
        <source>Works only with {conditions}.</source>
        <translation>Wirkt nur mit {conditions}.</translation>
    </message>
    <message>
        <source>{setting}, which this layer does not have</source>
        <translation>{setting} (fehlt diesem Layer)</translation>
    </message>
    <message>
        <source>{setting} on</source>
        <translation>{setting} ein</translation>
    </message>
    <message>
        <source>{setting} off</source>
        <translation>{setting} aus</translation>
    </message>
    <message>
        <source>{flags} on in {setting}</source>
        <translation>{flags} ein bei {setting}</translation>
    </message>
    <message>
        <source>{setting} set to {value}</source>
        <translation>{setting} auf {value}</translation>
    </message>
    <message>
        <source>default on</source>
        <translation>Vorgabe: ein</translation>
    </message>
    <message>
        <source>default off</source>
        <translation>Vorgabe: aus</translation>
    </message>
    <message>
        <source>The layer does not know this flag. It is not written.</source>
        <translation>Der Layer kennt dieses Flag nicht. Es wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>default {value}</source>
        <translation>Vorgabe: {value}</translation>
    </message>
    <message>
        <source>a loader settings file, or launch from here</source>
        <translation>eine Loader-Einstellungsdatei oder Start von hier</translation>
    </message>
    <message>
        <source>{file} contains “{separator}”, which separates paths in a variable</source>
        <translation>{file} enthält „{separator}“, das in einer Variablen Pfade trennt</translation>
    </message>
    <message>
        <source>rename the folder</source>
        <translation>den Ordner umbenennen</translation>
    </message>
    <message>
        <source>an override cannot add drivers</source>
        <translation>ein Override kann keine Treiber hinzufügen</translation>
    </message>
    <message>
        <source>a launch from here cannot choose devices</source>
        <translation>ein Start von hier kann keine Geräte auswählen</translation>
    </message>
    <message>
        <source>an override cannot choose devices</source>
        <translation>ein Override kann keine Geräte auswählen</translation>
    </message>
    <message>
        <source>a set of variables cannot choose devices</source>
        <translation>Variablen allein können keine Geräte auswählen</translation>
    </message>
    <message>
        <source>no device is listed: programs find no device, and most do not start</source>
        <translation>kein Gerät ist aufgeführt: Programme finden keines, und die meisten starten nicht</translation>
    </message>
    <message>
        <source>after a driver update this choice no longer fits: choose again, or programs find no device of that driver</source>
        <translation>nach einer Treiberaktualisierung passt diese Auswahl nicht mehr: neu auswählen, sonst finden Programme kein Gerät dieses Treibers</translation>
    </message>
    <message>
        <source>an override cannot choose devices, and {loader} ignores device choices in a settings file</source>
        <translation>ein Override kann keine Geräte auswählen, und {loader} beachtet Geräte in einer Einstellungsdatei nicht</translation>
    </message>
    <message>
        <source>{loader} ignores device choices in a settings file</source>
        <translation>{loader} beachtet Geräte in einer Einstellungsdatei nicht</translation>
    </message>
    <message>
        <source>this method cannot choose devices</source>
        <translation>auf diese Weise lassen sich keine Geräte auswählen</translation>
    </message>
    <message>
        <source>a launch with {loader} cannot choose devices</source>
        <translation>ein Start mit {loader} kann keine Geräte auswählen</translation>
    </message>
    <message>
        <source>choose the device again</source>
        <translation>das Gerät neu auswählen</translation>
    </message>
    <message>
        <source>{loader} knows a device by its UUID, whatever its driver</source>
        <translation>{loader} erkennt ein Gerät an seiner UUID, gleich mit welchem Treiber</translation>
    </message>
    <message>
        <source>{loader} ignores an empty list of devices</source>
        <translation>{loader} beachtet eine leere Geräteliste nicht</translation>
    </message>
    <message>
        <source>{loader}, also installed, ignores device choices in a settings file</source>
        <translation>{loader}, ebenfalls installiert, beachtet Geräte in einer Einstellungsdatei nicht</translation>
    </message>
    <message>
        <source>a device without a name</source>
        <translation>ein Gerät ohne Namen</translation>
    </message>
    <message>
        <source>{device} has no UUID of 16 bytes and is left out</source>
        <translation>{device} hat keine UUID mit 16 Byte und wird weggelassen</translation>
    </message>
    <message>
        <source>{device} names no driver, by which {loader} finds it, and is left out</source>
        <translation>{device} nennt keinen Treiber, an dem {loader} es findet, und wird weggelassen</translation>
    </message>
    <message>
        <source>is not a variable</source>
        <translation>ist keine Variable</translation>
    </message>
    <message>
        <source>is a variable, and applied files set none: launch from here</source>
        <translation>ist eine Variable, und Angewendetes setzt keine: von hier starten</translation>
    </message>
    <message>
        <source>chooses no devices with {loader}</source>
        <translation>wählt mit {loader} keine Geräte aus</translation>
    </message>
    <message>
        <source>{way} works only in a launch, so the file lists the devices</source>
        <translation>{way} wirkt nur bei einem Start; die Datei führt die Geräte daher auf</translation>
    </message>
    <message numerus="yes">
        <source>{names} of your session also take effect</source>
        <comment>{names} of your session also takes effect</comment>
        <translation>
            <numerusform>{names} aus Ihrer Sitzung wirkt neben dem Angewendeten</numerusform>
            <numerusform>{names} aus Ihrer Sitzung wirken neben dem Angewendeten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} of this configuration decide, not its choice of devices</source>
        <comment>{names} of this configuration decides, not its choice of devices</comment>
        <translation>
            <numerusform>{names} dieser Konfiguration entscheidet, nicht ihre Geräteauswahl</numerusform>
            <numerusform>{names} dieser Konfiguration entscheiden, nicht ihre Geräteauswahl</numerusform>
        </translation>
    </message>
    <message>
        <source>the choice of devices is not applied: {reason}</source>
        <translation>die Geräteauswahl wird nicht angewendet: {reason}</translation>
    </message>
    <message>
        <source>{names} of your session would choose other devices: not passed on</source>
        <translation>{names} aus Ihrer Sitzung würde anders auswählen: wird nicht weitergegeben</translation>
    </message>
    <message>
        <source>choose Automatic</source>
        <translation>„Automatisch“ wählen</translation>
    </message>
    <message>
        <source>Loader settings file</source>
        <translation>Loader-Einstellungsdatei</translation>
    </message>
    <message>
        <source>No method is used: {reason}.</source>
        <translation>Kein Weg ist möglich: {reason}.</translation>
    </message>
    <message>
        <source>has not been verified here: on one machine with NVIDIA 580 it changed nothing</source>
        <translation>ist hier nicht nachgewiesen: Auf einem Rechner mit NVIDIA 580 änderte es nichts</translation>
    </message>
    <message>
        <source>cannot be used: the choice does not say which drivers the devices have: choose them again</source>
        <translation>ist nicht verwendbar: Die Auswahl nennt die Treiber der Geräte nicht; neu auswählen</translation>
    </message>
    <message>
        <source>only hides, and puts no device first</source>
        <translation>verbirgt nur und stellt kein Gerät an den Anfang</translation>
    </message>
    <message>
        <source>is hidden by the loader from this program, which runs with more rights</source>
        <translation>wird vom Loader vor diesem Programm verborgen, das mit mehr Rechten läuft</translation>
    </message>
    <message>
        <source>always leaves programs a device</source>
        <translation>lässt Programmen immer ein Gerät</translation>
    </message>
    <message numerus="yes">
        <source>no longer fits: {drivers} are not used here; choose the devices again</source>
        <comment>no longer fits: {drivers} is not used here; choose the devices again</comment>
        <translation>
            <numerusform>passt nicht mehr: {drivers} wird hier nicht verwendet; die Geräte neu auswählen</numerusform>
            <numerusform>passt nicht mehr: {drivers} werden hier nicht verwendet; die Geräte neu auswählen</numerusform>
        </translation>
    </message>
    <message>
        <source>is not read by {loader}: {version} or newer reads it</source>
        <translation>wird von {loader} nicht gelesen, erst ab {version}</translation>
    </message>
    <message>
        <source>cannot name these drivers</source>
        <translation>kann diese Treiber nicht nennen</translation>
    </message>
    <message>
        <source>is read by {layer}, which is not in the chain</source>
        <translation>liest nur {layer}, und dieser ist nicht in der Kette</translation>
    </message>
    <message>
        <source>is misread by the layer of Mesa 22, which obeys {variable} too</source>
        <translation>wird vom Layer aus Mesa 22 falsch gelesen, der auch {variable} befolgt</translation>
    </message>
    <message>
        <source>is read by {layer}, which is not installed</source>
        <translation>liest nur {layer}, und dieser ist nicht installiert</translation>
    </message>
    <message>
        <source>{variable} makes Mesa&apos;s layer keep {device} first</source>
        <translation>{variable} lässt den Mesa-Layer {device} am Anfang halten</translation>
    </message>
    <message>
        <source>keeps only {drivers}; driver updates do not matter</source>
        <translation>behält nur {drivers}; Treiberaktualisierungen spielen keine Rolle</translation>
    </message>
    <message>
        <source>names the drivers: {drivers}</source>
        <translation>nennt die Treiber: {drivers}</translation>
    </message>
    <message>
        <source>lets only these models through; driver updates do not matter</source>
        <translation>lässt nur diese Modelle durch; Treiberaktualisierungen spielen keine Rolle</translation>
    </message>
    <message>
        <source>puts {device} first and hides none</source>
        <translation>stellt {device} an den Anfang und verbirgt keines</translation>
    </message>
    <message>
        <source>lists the devices; after a driver update, choose again</source>
        <translation>führt die Geräte auf; nach einer Treiberaktualisierung neu auswählen</translation>
    </message>
    <message>
        <source>lists the devices</source>
        <translation>führt die Geräte auf</translation>
    </message>
    <message>
        <source>makes Mesa&apos;s layer pass only {device}</source>
        <translation>lässt den Mesa-Layer nur {device} weitergeben</translation>
    </message>
    <message>
        <source>makes Mesa&apos;s layer put {device} first</source>
        <translation>lässt den Mesa-Layer {device} an den Anfang stellen</translation>
    </message>
    <message>
        <source>gives the right devices in another order: {devices}</source>
        <translation>gibt die richtigen Geräte in anderer Reihenfolge: {devices}</translation>
    </message>
    <message>
        <source>leaves programs no device</source>
        <translation>lässt Programmen kein Gerät</translation>
    </message>
    <message numerus="yes">
        <source>cannot hide {devices}: they have the same driver</source>
        <comment>cannot hide {devices}: it has the same driver</comment>
        <translation>
            <numerusform>kann {devices} nicht verbergen: derselbe Treiber</numerusform>
            <numerusform>kann {devices} nicht verbergen: derselbe Treiber</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot tell {devices} apart: the same model</source>
        <translation>kann {devices} nicht unterscheiden: dasselbe Modell</translation>
    </message>
    <message>
        <source>puts {first} first, and cannot hide {others}</source>
        <translation>stellt {first} an den Anfang, kann aber {others} nicht verbergen</translation>
    </message>
    <message>
        <source>gives {devices}</source>
        <translation>gibt {devices}</translation>
    </message>
    <message>
        <source>an override in a system folder</source>
        <translation>ein Override in einem Systemordner</translation>
    </message>
    <message>
        <source>the program runs with more rights than its user</source>
        <translation>das Programm läuft mit mehr Rechten als sein Benutzer</translation>
    </message>
    <message>
        <source>the loader hides the variables that choose drivers from this program</source>
        <translation>der Loader verbirgt vor diesem Programm die Variablen, die Treiber auswählen</translation>
    </message>
    <message>
        <source>the loader hides the variables that add drivers from this program</source>
        <translation>der Loader verbirgt vor diesem Programm die Variablen, die Treiber hinzufügen</translation>
    </message>
    <message>
        <source>{reason}: the loader skips your folders and hides most of its variables from it</source>
        <translation>{reason}: Der Loader übergeht Ihre Ordner und verbirgt die meisten seiner Variablen</translation>
    </message>
    <message>
        <source>Variables only</source>
        <translation>Nur Variablen</translation>
    </message>
    <message>
        <source>kept in the list and skipped</source>
        <translation>bleibt in der Liste und wird übersprungen</translation>
    </message>
    <message>
        <source>not installed; kept in the list and skipped</source>
        <translation>nicht installiert; bleibt in der Liste und wird übersprungen</translation>
    </message>
    <message>
        <source>each one is named, so a layer that is installed later is not turned on</source>
        <translation>jeder wird genannt; ein später installierter Layer wird nicht eingeschaltet</translation>
    </message>
    <message>
        <source>install it</source>
        <translation>installieren</translation>
    </message>
    <message>
        <source>{path} is not a usable copy, so the loader uses its own</source>
        <translation>{path} ist keine brauchbare Kopie, daher nimmt der Loader seine eigene</translation>
    </message>
    <message>
        <source>launch from here, which looks again</source>
        <translation>von hier starten; dabei wird neu eingelesen</translation>
    </message>
    <message>
        <source>A private override and a private loader settings file, which only this launch finds</source>
        <translation>Ein privates Override und eine private Loader-Einstellungsdatei, die nur dieser Start findet</translation>
    </message>
    <message>
        <source>A private loader settings file, which only this launch finds</source>
        <translation>Eine private Loader-Einstellungsdatei, die nur dieser Start findet</translation>
    </message>
    <message>
        <source>A private chain layer, which fixes the order for {loader}</source>
        <translation>Ein privater Ketten-Layer, der die Reihenfolge für {loader} festlegt</translation>
    </message>
    <message>
        <source>A private override and a private chain layer, since the loader is not known</source>
        <translation>Ein privates Override und ein privater Ketten-Layer, da der Loader unbekannt ist</translation>
    </message>
    <message>
        <source>A private override, which only this launch finds</source>
        <translation>Ein privates Override, das nur dieser Start findet</translation>
    </message>
    <message>
        <source>launch from here</source>
        <translation>von hier starten</translation>
    </message>
    <message>
        <source>its manifest declares no settings that can be read, so none are written</source>
        <translation>sein Manifest beschreibt keine lesbaren Einstellungen, daher werden keine geschrieben</translation>
    </message>
    <message>
        <source>settings of layers cannot be limited to programs: every program finds their file</source>
        <translation>Layer-Einstellungen lassen sich nicht auf Programme beschränken: Jedes Programm findet ihre Datei</translation>
    </message>
    <message>
        <source>the variable is set to the file of this configuration</source>
        <translation>die Variable wird auf die Datei dieser Konfiguration gesetzt</translation>
    </message>
    <message>
        <source>its file is used as it is, or not at all</source>
        <translation>seine Datei wird verwendet, wie sie ist, oder gar nicht</translation>
    </message>
    <message>
        <source>{names} are not set, so there is no place for settings of layers</source>
        <translation>{names} sind nicht gesetzt, daher gibt es keinen Ort für Layer-Einstellungen</translation>
    </message>
    <message>
        <source>{path} was not written by vkconfig-py and stays as it is, so settings of layers are not written</source>
        <translation>{path} ist nicht von uns und bleibt, wie sie ist; Layer-Einstellungen werden nicht geschrieben</translation>
    </message>
    <message>
        <source>remove that file</source>
        <translation>diese Datei entfernen</translation>
    </message>
    <message>
        <source>layers read {path} first</source>
        <translation>Layer lesen {path} zuerst</translation>
    </message>
    <message>
        <source>{variable}={value} is set in this configuration and counts instead</source>
        <translation>{variable}={value} ist in dieser Konfiguration gesetzt und gilt stattdessen</translation>
    </message>
    <message>
        <source>unset that variable</source>
        <translation>diese Variable entfernen</translation>
    </message>
    <message>
        <source>{path} is found before the file of a launch: variables set the same, for layers that read them</source>
        <translation>{path} wird vor der Datei eines Starts gefunden: Variablen sagen Layern, die sie kennen, dasselbe</translation>
    </message>
    <message>
        <source>{path} is found before {file}</source>
        <translation>{path} wird vor {file} gefunden</translation>
    </message>
    <message>
        <source>it is not known whether this layer reads variables</source>
        <translation>es ist nicht bekannt, ob dieser Layer Variablen liest</translation>
    </message>
    <message>
        <source>{variable}={value} of your session names a file that does not count then: {reason}</source>
        <translation>{variable}={value} aus Ihrer Sitzung nennt eine Datei, die dann nicht gilt: {reason}</translation>
    </message>
    <message>
        <source>“{name}” uses a file of its own as it is</source>
        <translation>„{name}“ verwendet eine eigene Datei, wie sie ist</translation>
    </message>
    <message>
        <source>settings of “{name}”, applied too, do not count here: {reason}</source>
        <translation>Einstellungen von „{name}“, ebenfalls angewendet, gelten hier nicht: {reason}</translation>
    </message>
    <message>
        <source>settings of “{name}”, applied too, do not count here</source>
        <translation>Einstellungen von „{name}“, ebenfalls angewendet, gelten hier nicht</translation>
    </message>
    <message>
        <source>{path} cannot be read, so settings of layers are not written</source>
        <translation>{path} ist nicht lesbar, daher werden Layer-Einstellungen nicht geschrieben</translation>
    </message>
    <message>
        <source>choose another file</source>
        <translation>eine andere Datei wählen</translation>
    </message>
    <message>
        <source>{key} is not written whole: {reason}</source>
        <translation>{key} wird nicht ganz geschrieben: {reason}</translation>
    </message>
    <message>
        <source>{key} is not written: {reason}</source>
        <translation>{key} wird nicht geschrieben: {reason}</translation>
    </message>
    <message>
        <source>a loader of unknown version</source>
        <translation>ein Loader unbekannter Version</translation>
    </message>
    <message>
        <source>loader {version} or newer</source>
        <translation>Loader {version} oder neuer</translation>
    </message>
    <message>
        <source>launch from here, which keeps your order</source>
        <translation>von hier starten; das behält Ihre Reihenfolge</translation>
    </message>
    <message>
        <source>{loader} always puts implicit layers below explicit ones</source>
        <translation>{loader} setzt implizite Layer immer unter explizite</translation>
    </message>
    <message>
        <source>{loader} keeps implicit layers in the order of their files</source>
        <translation>{loader} belässt implizite Layer in der Reihenfolge ihrer Dateien</translation>
    </message>
    <message>
        <source>{loader} uses explicit layers in the order of their files</source>
        <translation>{loader} nimmt explizite Layer in der Reihenfolge ihrer Dateien</translation>
    </message>
    <message>
        <source>{loader} always puts implicit layers above those that variables turn on</source>
        <translation>{loader} setzt implizite Layer immer über die durch Variablen eingeschalteten</translation>
    </message>
    <message>
        <source>{loader} does not take this order from variables</source>
        <translation>{loader} übernimmt diese Reihenfolge nicht aus Variablen</translation>
    </message>
    <message>
        <source>{loader} keeps layers that it finds before the override above it</source>
        <translation>{loader} lässt Layer, die er vor dem Override findet, darüber</translation>
    </message>
    <message>
        <source>{file} lists layers, so {loader} reads no others</source>
        <translation>{file} führt Layer auf, daher liest {loader} keine anderen</translation>
    </message>
    <message>
        <source>remove that file, or its list of layers</source>
        <translation>diese Datei oder ihre Layer-Liste entfernen</translation>
    </message>
    <message>
        <source>{loader} reads no drivers from a settings file</source>
        <translation>{loader} nimmt keine Treiber aus einer Einstellungsdatei</translation>
    </message>
    <message>
        <source>a settings file sets no variables: those of this configuration apply only in a launch</source>
        <translation>eine Einstellungsdatei setzt keine Variablen: Die dieser Konfiguration wirken nur bei einem Start</translation>
    </message>
    <message>
        <source>{loader} cannot list one of several layers of a manifest</source>
        <translation>{loader} kann von mehreren Layern eines Manifests nicht einen allein aufführen</translation>
    </message>
    <message>
        <source>loader 1.4.347 or newer, or an override layer</source>
        <translation>Loader ab 1.4.347 oder ein Override-Layer</translation>
    </message>
    <message>
        <source>{variable} has no effect together with a choice of devices, so the file names its drivers and no others</source>
        <translation>{variable} wirkt neben einer Geräteauswahl nicht, daher nennt die Datei nur deren Treiber</translation>
    </message>
    <message>
        <source>{variable} has no effect together with a choice of devices, so the file names its drivers, too</source>
        <translation>{variable} wirkt neben einer Geräteauswahl nicht, daher nennt die Datei auch deren Treiber</translation>
    </message>
    <message>
        <source>chooses no devices with {loader}: {version} or newer can</source>
        <translation>wählt mit {loader} keine Geräte aus: erst ab {version}</translation>
    </message>
    <message>
        <source>already exists, {file}, and hides any other</source>
        <translation>ist schon vorhanden, {file}, und verdeckt jede andere</translation>
    </message>
    <message>
        <source>HOME and XDG_DATA_HOME are not set, so there is no settings file of your own</source>
        <translation>HOME und XDG_DATA_HOME sind nicht gesetzt, daher gibt es keine eigene Einstellungsdatei</translation>
    </message>
    <message>
        <source>an override layer</source>
        <translation>ein Override-Layer</translation>
    </message>
    <message>
        <source>Nothing is applied</source>
        <translation>Nichts ist angewendet</translation>
    </message>
    <message>
        <source>this configuration changes nothing that a settings file can express</source>
        <translation>diese Konfiguration ändert nichts, was eine Einstellungsdatei ausdrücken kann</translation>
    </message>
    <message>
        <source>A loader settings file, which gives every layer its place</source>
        <translation>Eine Loader-Einstellungsdatei, die jedem Layer seine Stelle gibt</translation>
    </message>
    <message>
        <source>remove that file, or launch from here</source>
        <translation>diese Datei entfernen oder von hier starten</translation>
    </message>
    <message>
        <source>{path} belongs to the system, and one of your own would hide it</source>
        <translation>{path} gehört dem System, und eine eigene würde sie verdecken</translation>
    </message>
    <message>
        <source>{path} belongs to another program and cannot be added to: {reason}</source>
        <translation>{path} gehört einem anderen Programm und lässt sich nicht ergänzen: {reason}</translation>
    </message>
    <message>
        <source>{path} belongs to another program, which may rewrite it; this is added to it</source>
        <translation>{path} gehört einem anderen Programm, das sie neu schreiben kann; dies wird ihr hinzugefügt</translation>
    </message>
    <message>
        <source>the part of that file for every program has no effect meanwhile</source>
        <translation>was diese Datei jedem Programm sagt, hat so lange keine Wirkung</translation>
    </message>
    <message numerus="yes">
        <source>{names} keep their own parts of that file</source>
        <comment>{names} keeps its own part of that file</comment>
        <translation>
            <numerusform>für {names} gilt weiter, was diese Datei dazu sagt</numerusform>
            <numerusform>für {names} gilt weiter, was diese Datei dazu sagt</numerusform>
        </translation>
    </message>
    <message>
        <source>{loader} can crash on a settings file</source>
        <translation>{loader} kann an einer Einstellungsdatei abstürzen</translation>
    </message>
    <message>
        <source>{loader} does not read vk_loader_settings.json</source>
        <translation>{loader} liest vk_loader_settings.json nicht</translation>
    </message>
    <message>
        <source>{loader}, also installed, can crash on a settings file</source>
        <translation>{loader}, ebenfalls installiert, kann an einer Einstellungsdatei abstürzen</translation>
    </message>
    <message>
        <source>{loader}, also installed, does not read it</source>
        <translation>{loader}, ebenfalls installiert, liest sie nicht</translation>
    </message>
    <message>
        <source>{loader}, also installed, does not read {path}</source>
        <translation>{loader}, ebenfalls installiert, liest {path} nicht</translation>
    </message>
    <message>
        <source>unset {name} where programs are started</source>
        <translation>{name} dort entfernen, wo Programme gestartet werden</translation>
    </message>
    <message>
        <source>VK_IMPLICIT_LAYER_PATH is set, so {loader} does not search {folder}</source>
        <translation>VK_IMPLICIT_LAYER_PATH ist gesetzt, daher durchsucht {loader} {folder} nicht</translation>
    </message>
    <message>
        <source>{variable}={value} turns the override off: {token} matches it</source>
        <translation>{variable}={value} hebt das Override auf: {token} trifft darauf zu</translation>
    </message>
    <message>
        <source>{variable} is set, which turns every override off</source>
        <translation>{variable} ist gesetzt und schaltet jedes Override aus</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>ein anderes Programm</translation>
    </message>
    <message>
        <source>the override &quot;{owner}&quot; in {file}</source>
        <translation>das Override „{owner}“ in {file}</translation>
    </message>
    <message>
        <source>{override} names the same program and is found first</source>
        <translation>{override} nennt dasselbe Programm und wird zuerst gefunden</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>{override} is found first and applies instead</source>
        <translation>{override} wird zuerst gefunden und gilt stattdessen</translation>
    </message>
    <message>
        <source>{override} has no effect while this one is applied</source>
        <translation>{override} hat keine Wirkung, solange dieses angewendet ist</translation>
    </message>
    <message>
        <source>{override} is for other programs and can leak into yours</source>
        <translation>{override} ist für andere Programme und kann in Ihre hineinwirken</translation>
    </message>
    <message>
        <source>{program} follows {override}, which names it</source>
        <translation>{program} folgt dem, was es nennt: {override}</translation>
    </message>
    <message>
        <source>HOME and XDG_CONFIG_HOME are not set, so the loader searches no folder of your own</source>
        <translation>HOME und XDG_CONFIG_HOME sind nicht gesetzt, daher durchsucht der Loader keinen eigenen Ordner</translation>
    </message>
    <message>
        <source>Cannot be written</source>
        <translation>Nicht schreibbar</translation>
    </message>
    <message>
        <source>this configuration changes no layers</source>
        <translation>diese Konfiguration ändert keine Layer</translation>
    </message>
    <message>
        <source>this configuration changes no layers, and {reason}</source>
        <translation>diese Konfiguration ändert keine Layer, und {reason}</translation>
    </message>
    <message>
        <source>this configuration changes no layers, and an override cannot choose drivers</source>
        <translation>diese Konfiguration ändert keine Layer, und ein Override kann keine Treiber auswählen</translation>
    </message>
    <message>
        <source>this configuration changes no layers, and an override cannot add drivers</source>
        <translation>diese Konfiguration ändert keine Layer, und ein Override kann keine Treiber hinzufügen</translation>
    </message>
    <message>
        <source>launch from here, or variables</source>
        <translation>von hier starten oder Variablen verwenden</translation>
    </message>
    <message>
        <source>an override does not turn the log of the loader on</source>
        <translation>ein Override schaltet das Protokoll des Loaders nicht ein</translation>
    </message>
    <message>
        <source>an override sets no variables: those of this configuration apply only in a launch</source>
        <translation>ein Override setzt keine Variablen: Die dieser Konfiguration wirken nur bei einem Start</translation>
    </message>
    <message>
        <source>an override searches {folder} as for explicit layers, which load where you turn them on</source>
        <translation>ein Override durchsucht {folder} wie nach expliziten Layern, die geladen werden, wo Sie sie einschalten</translation>
    </message>
    <message>
        <source>an override leaves the choice between copies of an implicit layer to the loader</source>
        <translation>ein Override überlässt die Wahl zwischen Kopien eines impliziten Layers dem Loader</translation>
    </message>
    <message>
        <source>an override names layers, so one that is installed later still loads</source>
        <translation>ein Override nennt Layer, daher wird ein später installierter trotzdem geladen</translation>
    </message>
    <message>
        <source>an override that places it turns it on for programs that do not request it</source>
        <translation>ein Override, das ihn einordnet, schaltet ihn für Programme ein, die ihn nicht anfordern</translation>
    </message>
    <message>
        <source>an override that places it turns it on where {variable} is not set</source>
        <translation>ein Override, das ihn einordnet, schaltet ihn ein, wo {variable} nicht gesetzt ist</translation>
    </message>
    <message>
        <source>set it to On, or launch from here</source>
        <translation>auf „Ein“ stellen oder von hier starten</translation>
    </message>
    <message>
        <source>{loader} drops an override of layers with different API versions</source>
        <translation>{loader} verwirft ein Override aus Layern mit verschiedenen API-Versionen</translation>
    </message>
    <message>
        <source>list layers of one API version</source>
        <translation>Layer einer API-Version aufführen</translation>
    </message>
    <message>
        <source>An override layer, which every loader version reads</source>
        <translation>Ein Override-Layer, den jede Loader-Version liest</translation>
    </message>
    <message>
        <source>An override layer, because {loader} does not read vk_loader_settings.json</source>
        <translation>Ein Override-Layer, weil {loader} vk_loader_settings.json nicht liest</translation>
    </message>
    <message>
        <source>its variables reach only programs started from here</source>
        <translation>seine Variablen erreichen nur von hier gestartete Programme</translation>
    </message>
    <message>
        <source>it reads settings only from a file</source>
        <translation>er liest Einstellungen nur aus einer Datei</translation>
    </message>
    <message>
        <source>{key} is not set: {variable} holds {limit:,} bytes of a value at most</source>
        <translation>{key} wird nicht gesetzt: {variable} fasst höchstens {limit:,} Byte eines Werts</translation>
    </message>
    <message>
        <source>it has no file for one program: every program reads what is written</source>
        <translation>er hat keine Datei für ein einzelnes Programm: Jedes Programm liest, was geschrieben wird</translation>
    </message>
    <message>
        <source>HOME is not set, so there is no place for its file</source>
        <translation>HOME ist nicht gesetzt, daher gibt es keinen Ort für seine Datei</translation>
    </message>
    <message>
        <source>{file} is read in place of {path}</source>
        <translation>{file} wird anstelle von {path} gelesen</translation>
    </message>
    <message>
        <source>{variable} of this configuration wins over its file</source>
        <translation>{variable} dieser Konfiguration hat Vorrang vor seiner Datei</translation>
    </message>
    <message>
        <source>{variable} of your session wins over its file</source>
        <translation>{variable} aus Ihrer Sitzung hat Vorrang vor seiner Datei</translation>
    </message>
    <message>
        <source>without implicit layers</source>
        <translation>ohne implizite Layer</translation>
    </message>
    <message>
        <source>without any layer</source>
        <translation>ohne jeden Layer</translation>
    </message>
    <message>
        <source>without implicit layers and with {driver} only</source>
        <translation>ohne implizite Layer und nur mit {driver}</translation>
    </message>
    <message>
        <source>without any layer and with {driver} only</source>
        <translation>ohne jeden Layer und nur mit {driver}</translation>
    </message>
    <message>
        <source>with {driver} only</source>
        <translation>nur mit {driver}</translation>
    </message>
    <message>
        <source>An override in a system folder reaches it: {command}</source>
        <translation>Ein Override in einem Systemordner erreicht es: {command}</translation>
    </message>
    <message>
        <source>This takes the place of “{name}”, which is applied to {programs} now.</source>
        <translation>Dies tritt an die Stelle von „{name}“, jetzt angewendet für: {programs}.</translation>
    </message>
    <message>
        <source>“{name}” for {programs}</source>
        <translation>„{name}“ für {programs}</translation>
    </message>
    <message>
        <source>{names}</source>
        <translation>{names}</translation>
    </message>
    <message>
        <source>{who} in place of {gone}</source>
        <translation>{who} anstelle von {gone}</translation>
    </message>
    <message>
        <source>New</source>
        <comment>a file</comment>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Change</source>
        <comment>a file</comment>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Remove</source>
        <comment>a file</comment>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Set</source>
        <comment>a variable</comment>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Unset</source>
        <comment>a variable</comment>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>an override cannot choose drivers</source>
        <translation>ein Override kann keine Treiber auswählen</translation>
    </message>
    <message>
        <source>{loader} searches {folder} as for explicit layers, which load where you turn them on</source>
        <translation>{loader} durchsucht {folder} wie nach expliziten Layern, die geladen werden, wo Sie sie einschalten</translation>
    </message>
    <message>
        <source>{path} contains a colon, which separates paths</source>
        <translation>{path} enthält einen Doppelpunkt, der Pfade trennt</translation>
    </message>
    <message>
        <source>{path} contains a semicolon, which separates paths</source>
        <translation>{path} enthält ein Semikolon, das Pfade trennt</translation>
    </message>
    <message>
        <source>{loader} uses the first copy of an implicit layer</source>
        <translation>{loader} nimmt die erste Kopie eines impliziten Layers</translation>
    </message>
    <message>
        <source>{loader} has no variable that keeps this layer off</source>
        <translation>{loader} hat keine Variable, die diesen Layer ausgeschaltet hält</translation>
    </message>
    <message>
        <source>Apply, or loader 1.3.234 or newer</source>
        <translation>„Anwenden“ oder Loader ab 1.3.234</translation>
    </message>
    <message>
        <source>{variable} cannot contain this name</source>
        <translation>{variable} kann diesen Namen nicht aufnehmen</translation>
    </message>
    <message>
        <source>{variable} holds {limit:,} names at most</source>
        <translation>{variable} fasst höchstens {limit:,} Namen</translation>
    </message>
    <message>
        <source>LOCALAPPDATA and USERPROFILE are not set, so there is no folder of your own</source>
        <translation>LOCALAPPDATA und USERPROFILE sind nicht gesetzt, daher gibt es keinen eigenen Ordner</translation>
    </message>
    <message>
        <source>copy these files to that machine, then open {file}</source>
        <translation>diese Dateien auf jenen Rechner kopieren, dann {file} öffnen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Move aside {name}</source>
        <translation>{name} beiseitelegen</translation>
    </message>
    <message>
        <source>Edit {name}</source>
        <translation>{name} bearbeiten</translation>
    </message>
    <message>
        <source>Set {name}</source>
        <translation>{name} setzen</translation>
    </message>
    <message>
        <source>Unset {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Also installed</source>
        <translation>Auch installiert</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribution</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation>NVIDIA-Treiber</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>distribution, kernel, session and loaders</source>
        <translation>Distribution, Kernel, Sitzung und Loader</translation>
    </message>
    <message>
        <source>every decision about each layer and driver, with file and line</source>
        <translation>jede Entscheidung über jeden Layer und Treiber, mit Datei und Zeile</translation>
    </message>
    <message>
        <source>what was found when drivers were opened last</source>
        <translation>was gefunden wurde, als Treiber zuletzt geöffnet wurden</translation>
    </message>
    <message>
        <source>those that loader and layers read, and who set them</source>
        <translation>diejenigen, die Loader und Layer lesen, und wer sie gesetzt hat</translation>
    </message>
    <message>
        <source>what is wrong, in which file and line</source>
        <translation>was nicht stimmt, in welcher Datei und Zeile</translation>
    </message>
    <message>
        <source>the configuration that is shown</source>
        <translation>die gezeigte Konfiguration</translation>
    </message>
    <message>
        <source>manifests that are in use, overrides and settings files, whole</source>
        <translation>verwendete Manifeste, Overrides und Einstellungsdateien, vollständig</translation>
    </message>
    <message>
        <source>what the real loader does and prints, asked now</source>
        <translation>was der echte Loader tut und ausgibt, jetzt gefragt</translation>
    </message>
    <message>
        <source>Program output</source>
        <translation>Programmausgabe</translation>
    </message>
    <message>
        <source>what the last launched program printed</source>
        <translation>was das zuletzt gestartete Programm ausgegeben hat</translation>
    </message>
    <message>
        <source>the sample machine</source>
        <translation>der Beispielrechner</translation>
    </message>
    <message>
        <source>Vulkan on this machine: {program}</source>
        <translation>Vulkan auf diesem Rechner: {program}</translation>
    </message>
    <message>
        <source>Made by vkconfig-py {version}.</source>
        <translation>Erstellt von vkconfig-py {version}.</translation>
    </message>
    <message>
        <source>any program</source>
        <translation>ein beliebiges Programm</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Calls run from top to bottom. Found by files alone.</source>
        <translation>Aufrufe gehen von oben nach unten. Nur aus Dateien ermittelt.</translation>
    </message>
    <message>
        <source>Calls run from top to bottom. Found by opening drivers and layers.</source>
        <translation>Aufrufe gehen von oben nach unten. Durch Öffnen der Treiber und Layer ermittelt.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>None of the variables that loader and layers read is set.</source>
        <translation>Keine der Variablen, die Loader und Layer lesen, ist gesetzt.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Set by</source>
        <translation>Gesetzt von</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Planned: it is written for the launch, and removed after it.</source>
        <translation>Geplant: wird für den Start geschrieben und danach entfernt.</translation>
    </message>
    <message>
        <source>The real loader was asked and agrees with this report.</source>
        <translation>Der echte Loader wurde gefragt und stimmt mit diesem Bericht überein.</translation>
    </message>
    <message numerus="yes">
        <source>… {n:,} lines before this are left out</source>
        <comment>… {n} line before this is left out</comment>
        <translation>
            <numerusform>… {n:,} Zeile davor ist weggelassen</numerusform>
            <numerusform>… {n:,} Zeilen davor sind weggelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Move it</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Rename key</source>
        <translation>Schlüssel umbenennen</translation>
    </message>
    <message>
        <source>Set here</source>
        <translation>Hier setzen</translation>
    </message>
    <message>
        <source>Unset here</source>
        <translation>Hier entfernen</translation>
    </message>
    <message>
        <source>Remove entry</source>
        <translation>Eintrag entfernen</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Correct the file</source>
        <translation>Datei korrigieren</translation>
    </message>
    <message>
        <source>There is nothing left to change.</source>
        <translation>Es gibt nichts mehr zu ändern.</translation>
    </message>
    <message>
        <source>This program applied that file: withdraw it instead.</source>
        <translation>Dieses Programm hat die Datei angewendet: Nehmen Sie sie stattdessen zurück.</translation>
    </message>
    <message>
        <source>You may not write to {folder}.</source>
        <translation>Sie dürfen nicht in {folder} schreiben.</translation>
    </message>
    <message>
        <source>{name} is set in this configuration.</source>
        <translation>{name} ist in dieser Konfiguration gesetzt.</translation>
    </message>
    <message>
        <source>{name} is unset in this configuration.</source>
        <translation>{name} ist in dieser Konfiguration entfernt.</translation>
    </message>
    <message>
        <source>{name} was moved aside.</source>
        <translation>{name} wurde beiseitegelegt.</translation>
    </message>
    <message>
        <source>{name} was moved to {folder}.</source>
        <translation>{name} wurde nach {folder} verschoben.</translation>
    </message>
    <message>
        <source>{name} was edited.</source>
        <translation>{name} wurde bearbeitet.</translation>
    </message>
    <message>
        <source>This cannot be done for you</source>
        <translation>Das kann nicht für Sie erledigt werden</translation>
    </message>
    <message>
        <source>{path} is not there any more</source>
        <translation>{path} ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>{path} is there already</source>
        <translation>{path} ist bereits vorhanden</translation>
    </message>
    <message>
        <source>symbolic link to {target}</source>
        <translation>symbolischer Link auf {target}</translation>
    </message>
    <message>
        <source>named pipe</source>
        <translation>benannte Pipe</translation>
    </message>
    <message>
        <source>Nothing was changed: {reason}</source>
        <translation>Nichts wurde geändert: {reason}</translation>
    </message>
    <message>
        <source>Nothing was changed: there is nothing to write.</source>
        <translation>Nichts wurde geändert: Es gibt nichts zu schreiben.</translation>
    </message>
    <message>
        <source>Nothing was changed: another program changed {path} meanwhile; it was left as it is.</source>
        <translation>Nichts wurde geändert: Ein anderes Programm hat {path} inzwischen geändert; die Datei blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>Nothing was undone: the journal does not know it any more.</source>
        <translation>Nichts wurde rückgängig gemacht: Das Journal kennt es nicht mehr.</translation>
    </message>
    <message>
        <source>Nothing was undone: another program changed {path} meanwhile; it was left as it is.</source>
        <translation>Nichts wurde rückgängig gemacht: Ein anderes Programm hat {path} inzwischen geändert; die Datei blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>Nothing was undone</source>
        <translation>Nichts wurde rückgängig gemacht</translation>
    </message>
    <message numerus="yes">
        <source>{names} were restored.</source>
        <comment>{names} was restored.</comment>
        <translation>
            <numerusform>{names} wurde wiederhergestellt.</numerusform>
            <numerusform>{names} wurden wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The command could not be prepared</source>
        <translation>Der Befehl konnte nicht vorbereitet werden</translation>
    </message>
    <message>
        <source>The dynamic linker looks for {library}. Install the package that has it.</source>
        <translation>Der dynamische Linker sucht {library}. Installieren Sie das Paket, das sie enthält.</translation>
    </message>
    <message>
        <source>Loader {version} or newer decides differently.</source>
        <translation>Ein Loader ab {version} entscheidet anders.</translation>
    </message>
    <message>
        <source>This program applied it; Withdraw puts back what was there before.</source>
        <translation>Dieses Programm hat es angewendet; „Zurücknehmen“ stellt wieder her, was vorher da war.</translation>
    </message>
    <message>
        <source>This cannot be repaired from here.</source>
        <translation>Das lässt sich von hier aus nicht beheben.</translation>
    </message>
    <message>
        <source>A program</source>
        <translation>Ein Programm</translation>
    </message>
    <message>
        <source>Is not known to the format.</source>
        <translation>Ist im Format nicht bekannt.</translation>
    </message>
    <message>
        <source>Must be {kinds}, but is {kind}.</source>
        <translation>Muss {kinds} sein, ist aber {kind}.</translation>
    </message>
    <message>
        <source>Must be one of {values}.</source>
        <translation>Muss einer dieser Werte sein: {values}.</translation>
    </message>
    <message>
        <source>Is “{value}”, which does not match {pattern}.</source>
        <translation>Ist „{value}“; das passt nicht zu {pattern}.</translation>
    </message>
    <message>
        <source>Is {kind}, which the format does not have there.</source>
        <translation>Ist {kind}; das gibt es dort im Format nicht.</translation>
    </message>
    <message>
        <source>Must have exactly one of {keys}.</source>
        <translation>Muss genau eines davon haben: {keys}.</translation>
    </message>
    <message>
        <source>Must have at least one of {keys}.</source>
        <translation>Muss mindestens eines davon haben: {keys}.</translation>
    </message>
    <message>
        <source>Holds something twice.</source>
        <translation>Enthält etwas zweimal.</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>Must not be less than {limit}.</source>
        <translation>Darf nicht kleiner als {limit} sein.</translation>
    </message>
    <message>
        <source>Must not be more than {limit}.</source>
        <translation>Darf nicht größer als {limit} sein.</translation>
    </message>
    <message numerus="yes">
        <source>Must have at least {n} characters.</source>
        <comment>Must have at least {n} character.</comment>
        <translation>
            <numerusform>Muss mindestens {n} Zeichen haben.</numerusform>
            <numerusform>Muss mindestens {n} Zeichen haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must not have more than {n} characters.</source>
        <comment>Must not have more than {n} character.</comment>
        <translation>
            <numerusform>Darf nicht mehr als {n} Zeichen haben.</numerusform>
            <numerusform>Darf nicht mehr als {n} Zeichen haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must have at least {n} entries.</source>
        <comment>Must have at least {n} entry.</comment>
        <translation>
            <numerusform>Muss mindestens {n} Eintrag haben.</numerusform>
            <numerusform>Muss mindestens {n} Einträge haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must not have more than {n} entries.</source>
        <comment>Must not have more than {n} entry.</comment>
        <translation>
            <numerusform>Darf nicht mehr als {n} Eintrag haben.</numerusform>
            <numerusform>Darf nicht mehr als {n} Einträge haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must have at least {n} members.</source>
        <comment>Must have at least {n} member.</comment>
        <translation>
            <numerusform>Muss mindestens {n} Element haben.</numerusform>
            <numerusform>Muss mindestens {n} Elemente haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must not have more than {n} members.</source>
        <comment>Must not have more than {n} member.</comment>
        <translation>
            <numerusform>Darf nicht mehr als {n} Element haben.</numerusform>
            <numerusform>Darf nicht mehr als {n} Elemente haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>This is neither a layer manifest, a driver manifest, loader settings nor a configuration.</source>
        <translation>Das ist weder ein Layer-Manifest noch ein Treiber-Manifest, noch Loader-Einstellungen, noch eine Konfiguration.</translation>
    </message>
    <message>
        <source>{kind} is not checked here; “vkconfig-py open” shows what it becomes.</source>
        <translation>{kind} wird hier nicht geprüft; „vkconfig-py open“ zeigt, was daraus wird.</translation>
    </message>
    <message>
        <source>This is not JSON: {error}.</source>
        <translation>Das ist kein JSON: {error}.</translation>
    </message>
    <message>
        <source>A path with a colon cannot be named to the loader; what it says is not known.</source>
        <translation>Ein Pfad mit Doppelpunkt kann dem Loader nicht genannt werden; was er dazu sagt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>{file} does not end in .json: loaders ignore it.</source>
        <translation>{file} endet nicht auf .json: Loader ignorieren die Datei.</translation>
    </message>
    <message>
        <source>line {line}: {sentence}</source>
        <translation>Zeile {line}: {sentence}</translation>
    </message>
    <message>
        <source>“{key}” appears twice; the last one counts.</source>
        <translation>„{key}“ steht dort zweimal; der letzte Wert zählt.</translation>
    </message>
    <message>
        <source>Nothing follows the “=”: newer layers stay at the default.</source>
        <translation>Nach dem „=“ folgt nichts: Neuere Layer bleiben bei der Vorgabe.</translation>
    </message>
    <message>
        <source>Layers read it as false.</source>
        <translation>Layer lesen es als falsch.</translation>
    </message>
    <message>
        <source>Allowed: {values}.</source>
        <translation>Erlaubt: {values}.</translation>
    </message>
    <message>
        <source>Probably meant: {names}.</source>
        <translation>Vermutlich gemeint: {names}.</translation>
    </message>
    <message>
        <source>The quotation marks become part of the value: layers do not strip them.</source>
        <translation>Die Anführungszeichen gehören zum Wert: Layer entfernen sie nicht.</translation>
    </message>
    <message>
        <source>Layers do not expand “{sign}”: the path begins with just that.</source>
        <translation>Layer werten „{sign}“ nicht aus: Der Pfad beginnt mit genau diesem Zeichen.</translation>
    </message>
    <message>
        <source>Newer layers treat the space beside “{entry}” as part of that entry.</source>
        <translation>Neuere Layer halten das Leerzeichen neben „{entry}“ für einen Teil des Eintrags.</translation>
    </message>
    <message>
        <source>Only newer layers split it at “{separator}”; all of them split at commas.</source>
        <translation>Nur neuere Layer trennen an „{separator}“; alle trennen an Kommas.</translation>
    </message>
    <message>
        <source>Layers do not split it at “;” on this platform: it is one entry.</source>
        <translation>Layer trennen auf dieser Plattform nicht an „;“: Es ist ein einziger Eintrag.</translation>
    </message>
    <message>
        <source>This is not text: it contains NUL bytes.</source>
        <translation>Das ist kein Text: Es enthält NUL-Bytes.</translation>
    </message>
    <message>
        <source>This is text in UTF-16, which no layer reads.</source>
        <translation>Das ist Text in UTF-16, den kein Layer liest.</translation>
    </message>
    <message>
        <source>Layers ignore this line: it has no “=”.</source>
        <translation>Layer übergehen diese Zeile: Sie enthält kein „=“.</translation>
    </message>
    <message>
        <source>Layers ignore this line: it has no “=” before its “#”.</source>
        <translation>Layer übergehen diese Zeile: Sie enthält kein „=“ vor ihrem „#“.</translation>
    </message>
    <message>
        <source>Line {number} sets {key} again, and layers use the last value: this one has no effect.</source>
        <translation>Zeile {number} setzt {key} noch einmal, und Layer nehmen das letzte: Dieses geht verloren.</translation>
    </message>
    <message>
        <source>Layers cut a line at the first “#”: they read “{value}”.</source>
        <translation>Layer schneiden eine Zeile am „#“ ab, wo auch immer es steht: Sie lesen „{value}“.</translation>
    </message>
    <message>
        <source>A byte order mark precedes the name, so no layer finds it.</source>
        <translation>Vor dem Namen steht eine Bytereihenfolge-Markierung (BOM), daher findet ihn kein Layer.</translation>
    </message>
    <message>
        <source>Layers look for “{wanted}.{key}”: in lower case, without VK_LAYER_.</source>
        <translation>Layer suchen nach „{wanted}.{key}“: in Kleinbuchstaben, ohne VK_LAYER_.</translation>
    </message>
    <message>
        <source>“{key}” names no layer, as in layer.setting = value.</source>
        <translation>„{key}“ nennt keinen Layer, wie in layer.setting = value.</translation>
    </message>
    <message>
        <source>“{key}” names no layer, as in layer.setting = value; “{name}” was probably meant.</source>
        <translation>„{key}“ nennt keinen Layer, wie in layer.setting = value; vermutlich ist „{name}“ gemeint.</translation>
    </message>
    <message>
        <source>No layer of this machine is called {name}; “{meant}” was probably meant.</source>
        <translation>Kein Layer dieses Rechners heißt {name}; vermutlich ist „{meant}“ gemeint.</translation>
    </message>
    <message>
        <source>No layer of this machine is called {name}: what it reads is not known.</source>
        <translation>Kein Layer dieses Rechners heißt {name}: Was er liest, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>{layer} has no setting {key}.</source>
        <translation>{layer} hat keine Einstellung {key}.</translation>
    </message>
    <message>
        <source>{layer} has no setting {key}; “{meant}” was probably meant.</source>
        <translation>{layer} hat keine Einstellung {key}; vermutlich ist „{meant}“ gemeint.</translation>
    </message>
    <message>
        <source>{layer} does not read this file: it reads environment variables instead.</source>
        <translation>{layer} liest diese Datei nicht, sondern Umgebungsvariablen.</translation>
    </message>
    <message>
        <source>{layer} does not read this file: it reads {file} instead.</source>
        <translation>{layer} liest diese Datei nicht, sondern {file}.</translation>
    </message>
    <message>
        <source>{setting} is deprecated.</source>
        <translation>{setting} ist veraltet.</translation>
    </message>
    <message>
        <source>{setting} is deprecated; {other} replaces it.</source>
        <translation>{setting} ist veraltet; {other} ersetzt sie.</translation>
    </message>
    <message>
        <source>On in this configuration</source>
        <translation>In dieser Konfiguration ein</translation>
    </message>
    <message>
        <source>Set On</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Off in this configuration</source>
        <translation>In dieser Konfiguration aus</translation>
    </message>
    <message>
        <source>Set Off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Leave it out in this configuration</source>
        <translation>In dieser Konfiguration weglassen</translation>
    </message>
    <message>
        <source>takes effect at the next launch</source>
        <translation>wirkt ab dem nächsten Start</translation>
    </message>
    <message>
        <source>if your remote has this extension</source>
        <translation>wenn Ihre Quelle diese Erweiterung hat</translation>
    </message>
    <message>
        <source>Install it for that app</source>
        <translation>Für diese Anwendung installieren</translation>
    </message>
    <message>
        <source>Remove it from this configuration</source>
        <translation>Aus dieser Konfiguration entfernen</translation>
    </message>
    <message>
        <source>In this configuration</source>
        <translation>In dieser Konfiguration</translation>
    </message>
    <message>
        <source>Use this copy</source>
        <translation>Diese Kopie verwenden</translation>
    </message>
    <message>
        <source>For {bits}-bit programs. Nothing to repair.</source>
        <translation>Für {bits}-Bit-Programme. Nichts zu beheben.</translation>
    </message>
    <message>
        <source>Show probe</source>
        <translation>Test zeigen</translation>
    </message>
    <message>
        <source>Copy for all programs</source>
        <translation>Für alle Programme kopieren</translation>
    </message>
    <message>
        <source>turn it off in this configuration, or install another version of it</source>
        <translation>in dieser Konfiguration ausschalten oder eine andere Version installieren</translation>
    </message>
    <message>
        <source>{name} crashes every Vulkan program</source>
        <translation>{name} bringt jedes Vulkan-Programm zum Absturz</translation>
    </message>
    <message>
        <source>{name} hangs every Vulkan program</source>
        <translation>{name} lässt jedes Vulkan-Programm hängen</translation>
    </message>
    <message>
        <source>{name} makes every Vulkan program use too many resources</source>
        <translation>{name} lässt jedes Vulkan-Programm zu viele Ressourcen verbrauchen</translation>
    </message>
    <message>
        <source>{name} makes every Vulkan program exit</source>
        <translation>{name} beendet jedes Vulkan-Programm</translation>
    </message>
    <message>
        <source>{name} crashes when it is loaded</source>
        <translation>{name} stürzt ab, wenn er geladen wird</translation>
    </message>
    <message>
        <source>{name} hangs when it is loaded</source>
        <translation>{name} hängt, wenn er geladen wird</translation>
    </message>
    <message>
        <source>{name} uses too many resources when it is loaded</source>
        <translation>{name} verbraucht zu viele Ressourcen, wenn er geladen wird</translation>
    </message>
    <message>
        <source>{name} ends the process when it is loaded</source>
        <translation>{name} beendet den Prozess, wenn er geladen wird</translation>
    </message>
    <message>
        <source>The loader opens every driver, so no program that uses Vulkan survives.</source>
        <translation>Der Loader öffnet jeden Treiber, daher überlebt es kein Programm, das Vulkan verwendet.</translation>
    </message>
    <message>
        <source>The loader opens every driver, so every program that uses Vulkan does the same.</source>
        <translation>Der Loader öffnet jeden Treiber, daher tut jedes Programm, das Vulkan verwendet, dasselbe.</translation>
    </message>
    <message>
        <source>It is off now.</source>
        <translation>Jetzt ist er aus.</translation>
    </message>
    <message>
        <source>programs of this configuration run without it</source>
        <translation>Programme dieser Konfiguration kommen ohne ihn aus</translation>
    </message>
    <message>
        <source>every program that is started after the next login runs without it</source>
        <translation>jedes Programm, das nach der nächsten Anmeldung startet, kommt ohne ihn aus</translation>
    </message>
    <message>
        <source>Leave out {name} for all programs</source>
        <translation>{name} für alle Programme weglassen</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Nicht geladen</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Not predicted</source>
        <translation>Nicht vorhergesagt</translation>
    </message>
    <message>
        <source>It belongs to another user: its entry in /proc cannot be read.</source>
        <translation>Er gehört einem anderen Benutzer: Sein Eintrag in /proc ist nicht lesbar.</translation>
    </message>
    <message>
        <source>No instance: it has not created one yet, or has ended it.</source>
        <translation>Keine Instanz: noch keine erzeugt oder schon beendet.</translation>
    </message>
    <message>
        <source>It has no Vulkan loader loaded.</source>
        <translation>Er hat keinen Vulkan-Loader geladen.</translation>
    </message>
    <message>
        <source>As predicted</source>
        <translation>Wie vorhergesagt</translation>
    </message>
    <message>
        <source>Not as predicted</source>
        <translation>Nicht wie vorhergesagt</translation>
    </message>
    <message>
        <source>No instance</source>
        <translation>Keine Instanz</translation>
    </message>
    <message>
        <source>No loader</source>
        <translation>Kein Loader</translation>
    </message>
    <message>
        <source>As predicted: {parts}.</source>
        <translation>Wie vorhergesagt: {parts}.</translation>
    </message>
    <message>
        <source>Replaced on disk since it started: {names}.</source>
        <translation>Seit dem Start auf dem Datenträger ersetzt: {names}.</translation>
    </message>
    <message>
        <source>Expected {what}, has {count:,}.</source>
        <translation>Erwartet: {what}; geladen: {count:,}.</translation>
    </message>
    <message>
        <source>Expected {what}, has {count:,}, another one.</source>
        <translation>Erwartet: {what}; geladen: {count:,}, ein anderer.</translation>
    </message>
    <message>
        <source>its file was replaced or removed since it started.</source>
        <translation>seine Datei wurde seit dem Start ersetzt oder entfernt.</translation>
    </message>
    <message>
        <source>not predicted; the program requested it itself.</source>
        <translation>nicht vorhergesagt; das Programm hat ihn selbst angefordert.</translation>
    </message>
    <message>
        <source>not predicted; the program, or a script before it, set variables after its start.</source>
        <translation>nicht vorhergesagt; das Programm oder ein Skript davor hat nach dem Start Variablen gesetzt.</translation>
    </message>
    <message>
        <source>predicted, as the program requested it itself, {seen}; this time it did not.</source>
        <translation>vorhergesagt, da das Programm ihn selbst angefordert hatte ({seen}); diesmal nicht.</translation>
    </message>
    <message>
        <source>predicted and not loaded; the program changed its variables after its start, or its loader could not open it.</source>
        <translation>vorhergesagt und nicht geladen; das Programm hat nach dem Start seine Variablen geändert, oder sein Loader konnte ihn nicht öffnen.</translation>
    </message>
    <message>
        <source>{file} was written {when}, after the program started.</source>
        <translation>{file} wurde {when} geschrieben, nach dem Start des Programms.</translation>
    </message>
    <message>
        <source>a file came or went in {folder} {when}, after it started.</source>
        <translation>in {folder} kam oder ging {when} eine Datei, nach dem Start.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of other users: what they load cannot be read.</source>
        <comment>{n:,} of other users: what they load cannot be read.</comment>
        <translation>
            <numerusform>{n:,} eines anderen Benutzers: was geladen ist, ist nicht lesbar.</numerusform>
            <numerusform>{n:,} anderer Benutzer: was geladen ist, ist nicht lesbar.</numerusform>
        </translation>
    </message>
    <message>
        <source>loader {version}: {library}</source>
        <translation>Loader {version}: {library}</translation>
    </message>
    <message>
        <source>loader of unknown version: {library}</source>
        <translation>Loader unbekannter Version: {library}</translation>
    </message>
    <message>
        <source>Asked {title} (process {pid}) to end.</source>
        <translation>{title} (Prozess {pid}) wurde gebeten, sich zu beenden.</translation>
    </message>
    <message>
        <source>{title} (process {pid}) has ended already.</source>
        <translation>{title} (Prozess {pid}) ist bereits beendet.</translation>
    </message>
    <message>
        <source>{title} (process {pid}) was not stopped: {reason}.</source>
        <translation>{title} (Prozess {pid}) wurde nicht gestoppt: {reason}.</translation>
    </message>
    <message>
        <source>option set</source>
        <translation>Optionssatz</translation>
    </message>
    <message>
        <source>runs in a container: paths there are other files</source>
        <translation>läuft in einem Container: Pfade führen dort zu anderen Dateien</translation>
    </message>
    <message>
        <source>own loader and layers; needs access to see yours</source>
        <translation>eigener Loader und eigene Layer; braucht Zugriff, um Ihre zu sehen</translation>
    </message>
    <message>
        <source>Steam starts it: choosing copies launch options to paste there</source>
        <translation>Steam startet es: Auswählen kopiert die Startoptionen, die dort einzufügen sind</translation>
    </message>
    <message>
        <source>Typed</source>
        <translation>Eingegeben</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Running with Vulkan now</source>
        <translation>Läuft gerade mit Vulkan</translation>
    </message>
    <message>
        <source>Vulkan tools</source>
        <translation>Vulkan-Werkzeuge</translation>
    </message>
    <message>
        <source>Steam games</source>
        <translation>Steam-Spiele</translation>
    </message>
    <message>
        <source>Applications</source>
        <translation>Anwendungen</translation>
    </message>
    <message>
        <source>made for a terminal</source>
        <translation>für ein Terminal gedacht</translation>
    </message>
    <message>
        <source>A quote is not closed.</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>Name a program after the variables.</source>
        <translation>Nach den Variablen ein Programm angeben.</translation>
    </message>
    <message>
        <source>{} is syntax of a shell. Use sh -c &apos;…&apos; for such a line.</source>
        <translation>{} ist Shell-Syntax. Für eine solche Zeile sh -c &apos;…&apos; verwenden.</translation>
    </message>
    <message>
        <source>A backslash at the end escapes nothing.</source>
        <translation>Ein Rückstrich am Ende maskiert nichts.</translation>
    </message>
    <message>
        <source>Draws a spinning cube</source>
        <translation>Zeichnet einen sich drehenden Würfel</translation>
    </message>
    <message>
        <source>Draws a spinning cube, written with the C++ bindings</source>
        <translation>Zeichnet einen sich drehenden Würfel, geschrieben mit den C++-Bindings</translation>
    </message>
    <message>
        <source>Draws a spinning cube on Wayland</source>
        <translation>Zeichnet einen sich drehenden Würfel unter Wayland</translation>
    </message>
    <message>
        <source>Lists devices, layers and extensions</source>
        <translation>Listet Geräte, Layer und Erweiterungen auf</translation>
    </message>
    <message>
        <source>Shows all that devices can do, in a window</source>
        <translation>Zeigt in einem Fenster alles, was Geräte können</translation>
    </message>
    <message>
        <source>Draws gears and counts frames</source>
        <translation>Zeichnet Zahnräder und zählt Frames</translation>
    </message>
    <message>
        <source>Measures frames of several scenes</source>
        <translation>Misst Frames mehrerer Szenen</translation>
    </message>
    <message>
        <source>Measures arithmetic on the first device</source>
        <translation>Misst die Rechenleistung des ersten Geräts</translation>
    </message>
    <message>
        <source>Measures calls of drivers</source>
        <translation>Misst Aufrufe von Treibern</translation>
    </message>
    <message>
        <source>Replays a GFXReconstruct capture: add its file</source>
        <translation>Spielt eine GFXReconstruct-Aufnahme ab: deren Datei anfügen</translation>
    </message>
    <message>
        <source>None of the programs that are turned on can be started.</source>
        <translation>Keines der eingeschalteten Programme lässt sich starten.</translation>
    </message>
    <message>
        <source>None of its programs is turned on.</source>
        <translation>Keines ihrer Programme ist eingeschaltet.</translation>
    </message>
    <message>
        <source>{reason}; it is left out.</source>
        <translation>{reason}; es wird weggelassen.</translation>
    </message>
    <message>
        <source>{path} is a script: which program it starts is known only after a launch; it is left out.</source>
        <translation>{path} ist ein Skript: Welches Programm es startet, ist erst nach einem Start bekannt; es wird weggelassen.</translation>
    </message>
    <message>
        <source>a script: which program it starts is known only after a launch</source>
        <translation>ein Skript: Welches Programm es startet, ist erst nach einem Start bekannt</translation>
    </message>
    <message>
        <source>Which program it starts is known only after a launch. The loader compares that one.</source>
        <translation>Welches Programm es startet, ist erst nach einem Start bekannt. Der Loader vergleicht jenes.</translation>
    </message>
    <message>
        <source>a script: {path} is compared</source>
        <translation>ein Skript: verglichen wird {path}</translation>
    </message>
    <message>
        <source>compared as {path}</source>
        <translation>verglichen als {path}</translation>
    </message>
    <message>
        <source>No programs listed, so it applies to all.</source>
        <translation>Keine Programme aufgeführt, gilt daher für alle.</translation>
    </message>
    <message>
        <source>The loader compares {path}, which is in the list.</source>
        <translation>Der Loader vergleicht {path}; das steht in der Liste.</translation>
    </message>
    <message>
        <source>The loader compares {path}, which {entry} in the list leads to.</source>
        <translation>Der Loader vergleicht {path}; dorthin führt {entry} aus der Liste.</translation>
    </message>
    <message>
        <source>{path} is in the list and turned off.</source>
        <translation>{path} steht in der Liste und ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>The loader compares {path}, which is not in the list.</source>
        <translation>Der Loader vergleicht {path}; das steht nicht in der Liste.</translation>
    </message>
    <message>
        <source>{reason}: the loader skips your own folders and most variables.</source>
        <translation>{reason}: Der Loader übergeht Ihre eigenen Ordner und die meisten Variablen.</translation>
    </message>
    <message>
        <source>{path} is in the list, and it is another file.</source>
        <translation>{path} steht in der Liste und ist eine andere Datei.</translation>
    </message>
    <message>
        <source>{name} is a script: the loader sees {path}, and every script run by it matches</source>
        <translation>{name} ist ein Skript: Der Loader sieht {path}, und jedes damit ausgeführte Skript passt</translation>
    </message>
    <message>
        <source>The path of {name} is too long for the loader, so what is applied for it never matches</source>
        <translation>Der Pfad von {name} ist für den Loader zu lang; was dafür angewendet wird, passt nie</translation>
    </message>
    <message>
        <source>{name} starts through a symbolic link; the loader compares {path}</source>
        <translation>{name} startet über einen symbolischen Link; der Loader vergleicht {path}</translation>
    </message>
    <message>
        <source>{name} lies in a folder that is a symbolic link; the loader compares {path}</source>
        <translation>{name} liegt in einem Ordner, der ein symbolischer Link ist; der Loader vergleicht {path}</translation>
    </message>
    <message>
        <source>flatpak starts programs in a sandbox with files of its own: an override of this machine does not reach them.</source>
        <translation>flatpak startet Programme in einer Sandbox mit eigenen Dateien: Ein Override dieses Rechners erreicht sie nicht.</translation>
    </message>
    <message>
        <source>snap starts programs in a sandbox with files of its own: an override of this machine may not reach them.</source>
        <translation>snap startet Programme in einer Sandbox mit eigenen Dateien: Ein Override dieses Rechners erreicht sie womöglich nicht.</translation>
    </message>
    <message>
        <source>bwrap starts a program in a sandbox, which is compared there by the path it has in it.</source>
        <translation>bwrap startet ein Programm in einer Sandbox; verglichen wird dort sein Pfad in der Sandbox.</translation>
    </message>
    <message>
        <source>steam starts games as programs of their own: each game&apos;s own path is compared.</source>
        <translation>steam startet Spiele als eigene Programme: Verglichen wird der Pfad des jeweiligen Spiels.</translation>
    </message>
    <message>
        <source>wine is itself the program that loads Vulkan: its own path is compared, not the game&apos;s.</source>
        <translation>wine lädt Vulkan selbst: Verglichen wird sein eigener Pfad, nicht der des Spiels.</translation>
    </message>
    <message>
        <source>env becomes the program that it starts: that one&apos;s path is compared.</source>
        <translation>env wird zu dem Programm, das es startet: Verglichen wird dessen Pfad.</translation>
    </message>
    <message>
        <source>{name} is a script with {count} more behind it: which program it starts is known only after a launch.</source>
        <translation>{name} ist ein Skript mit {count} weiteren dahinter: Welches Programm es startet, ist erst nach einem Start bekannt.</translation>
    </message>
    <message>
        <source>The loader compares that one</source>
        <translation>Der Loader vergleicht dieses</translation>
    </message>
    <message>
        <source>{path} starts no program, because its scripts start each other: {way}</source>
        <translation>{path} startet kein Programm, weil seine Skripte einander starten: {way}</translation>
    </message>
    <message>
        <source>{name} is a script, and so is {path}, which runs it.</source>
        <translation>{name} ist ein Skript, und {path}, das es ausführt, ebenfalls.</translation>
    </message>
    <message>
        <source>{name} is a script: line {line} starts or may start a program whose path is known only after a launch.</source>
        <translation>{name} ist ein Skript: Zeile {line} startet (vielleicht) ein Programm, dessen Pfad erst nach einem Start bekannt ist.</translation>
    </message>
    <message>
        <source>{name} is a script: line {line} hands over to {target}.</source>
        <translation>{name} ist ein Skript: Zeile {line} übergibt an {target}.</translation>
    </message>
    <message>
        <source>{name} is a script: line {line} starts {target}.</source>
        <translation>{name} ist ein Skript: Zeile {line} startet {target}.</translation>
    </message>
    <message>
        <source>seen {when}, before it changed</source>
        <translation>gesehen {when}, bevor es sich änderte</translation>
    </message>
    <message>
        <source>seen {when}</source>
        <translation>gesehen {when}</translation>
    </message>
    <message>
        <source>requested by {name} itself, {seen}</source>
        <translation>von {name} selbst angefordert, {seen}</translation>
    </message>
    <message>
        <source>Requested {parts} itself, {seen}</source>
        <translation>Hat selbst angefordert: {parts}, {seen}</translation>
    </message>
    <message>
        <source>text of its own goes on below</source>
        <translation>eigener Text folgt darunter</translation>
    </message>
    <message>
        <source>adb is not found: install the platform tools of the Android SDK, or add them to PATH</source>
        <translation>adb wurde nicht gefunden: Installieren Sie die Plattform-Tools des Android-SDK oder fügen Sie sie zu PATH hinzu</translation>
    </message>
    <message>
        <source>of a connected device --package NAME, --enable-layer and --debuggable can be told; files with “report --platform android”</source>
        <translation>bei einem angeschlossenen Gerät sind --package NAME, --enable-layer und --debuggable möglich; Dateien mit „report --platform android“</translation>
    </message>
    <message>
        <source>adb did not answer within {seconds:g} seconds: is the device awake and connected?</source>
        <translation>adb antwortete nicht innerhalb von {seconds:g} Sekunden: Ist das Gerät wach und verbunden?</translation>
    </message>
    <message>
        <source>the device sent more than {count} MB for one question</source>
        <translation>das Gerät sandte mehr als {count} MB auf eine Frage</translation>
    </message>
    <message>
        <source>an address is ssh:BOX, ssh:USER@BOX, ssh:USER@BOX:PORT or adb:SERIAL</source>
        <translation>eine Adresse ist ssh:BOX, ssh:USER@BOX, ssh:USER@BOX:PORT oder adb:SERIAL</translation>
    </message>
    <message>
        <source>“{address}” is not an address of a machine: {grammar}</source>
        <translation>„{address}“ ist keine Adresse eines Rechners: {grammar}</translation>
    </message>
    <message>
        <source>“{address}” names no machine: {grammar}</source>
        <translation>„{address}“ nennt keinen Rechner: {grammar}</translation>
    </message>
    <message>
        <source>“{port}” is not a port number: {grammar}</source>
        <translation>„{port}“ ist keine Portnummer: {grammar}</translation>
    </message>
    <message>
        <source>This vkconfig-py was packed without its Python sources, which the other machine would run. Install it with pip to ask other machines.</source>
        <translation>Dieses vkconfig-py wurde ohne seine Python-Quelltexte gepackt, die der andere Rechner ausführen würde. Installieren Sie es mit pip, um andere Rechner zu fragen.</translation>
    </message>
    <message>
        <source>Its variables are those of a command of ssh, not of a desktop session.</source>
        <translation>Seine Variablen sind die eines ssh-Befehls, nicht die einer Desktop-Sitzung.</translation>
    </message>
    <message>
        <source>{machine}, asked through {address}</source>
        <translation>{machine}, abgefragt über {address}</translation>
    </message>
    <message>
        <source>The program “{command}” cannot be started ({reason}): install an OpenSSH client.</source>
        <translation>Das Programm „{command}“ kann nicht gestartet werden ({reason}): Installieren Sie einen OpenSSH-Client.</translation>
    </message>
    <message>
        <source>The login shell of {box} prints without end. Let its start-up files print only in interactive shells.</source>
        <translation>Die Login-Shell von {box} gibt endlos Text aus. Lassen Sie ihre Startdateien nur in interaktiven Shells etwas ausgeben.</translation>
    </message>
    <message>
        <source>{box} has no writable folder {path} for the time of the request. Make one there, or set TMPDIR for commands of ssh.</source>
        <translation>{box} hat für die Dauer der Anfrage keinen beschreibbaren Ordner {path}. Legen Sie dort einen an oder setzen Sie TMPDIR für ssh-Befehle.</translation>
    </message>
    <message>
        <source>The engine could not be unpacked on {box}: {reason}. It needs about 4 MB in its temporary folder.</source>
        <translation>Die Engine konnte auf {box} nicht entpackt werden: {reason}. Sie braucht etwa 4 MB im temporären Ordner.</translation>
    </message>
    <message>
        <source>Python {version} on {box} is too old: Python {oldest} or newer is needed there. Run “vkconfig-py report --json” elsewhere, or install a newer one.</source>
        <translation>Python {version} auf {box} ist zu alt: Dort wird Python {oldest} oder neuer benötigt. Führen Sie „vkconfig-py report --json“ anderswo aus oder installieren Sie ein neueres.</translation>
    </message>
    <message>
        <source>There is no Python on {box}: Python {oldest} or newer is needed there, and nothing else.</source>
        <translation>Auf {box} gibt es kein Python: Dort wird Python {oldest} oder neuer benötigt, sonst nichts.</translation>
    </message>
    <message>
        <source>{box} sent something that is not an answer. Try again.</source>
        <translation>{box} sandte etwas, das keine Antwort ist. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{box} did not answer within {seconds:g} s; the request was cancelled there. Try again when it has less to do.</source>
        <translation>{box} antwortete nicht innerhalb von {seconds:g} s; die Anfrage wurde dort abgebrochen. Versuchen Sie es erneut, wenn er weniger zu tun hat.</translation>
    </message>
    <message>
        <source>{box} was not ready within {seconds:g} s: its login shell waits for something, or nobody answered ssh&apos;s questions. Try “ssh {target}”.</source>
        <translation>{box} war nicht innerhalb von {seconds:g} s bereit: Die Login-Shell wartet auf etwas, oder niemand beantwortete die Fragen von ssh. Versuchen Sie „ssh {target}“.</translation>
    </message>
    <message>
        <source>The connection to {box} ended before its answer: {said}.</source>
        <translation>Die Verbindung zu {box} endete vor der Antwort: {said}.</translation>
    </message>
    <message>
        <source>The connection to {box} ended before its answer.</source>
        <translation>Die Verbindung zu {box} endete vor der Antwort.</translation>
    </message>
    <message>
        <source>Only Linux, macOS and other systems with sh can be asked.</source>
        <translation>Nur Linux, macOS und andere Systeme mit sh können gefragt werden.</translation>
    </message>
    <message>
        <source>{box} has no POSIX shell for commands of ssh: {said}.</source>
        <translation>{box} hat keine POSIX-Shell für ssh-Befehle: {said}.</translation>
    </message>
    <message>
        <source>{box} has no POSIX shell for commands of ssh.</source>
        <translation>{box} hat keine POSIX-Shell für ssh-Befehle.</translation>
    </message>
    <message>
        <source>{box} refuses connections: no SSH server runs there. Start sshd on it, or name its port: ssh:BOX:PORT.</source>
        <translation>{box} lehnt Verbindungen ab: Dort läuft kein SSH-Server. Starten Sie dort sshd oder nennen Sie den Port: ssh:BOX:PORT.</translation>
    </message>
    <message>
        <source>{box} refuses connections at port {port}: no SSH server runs there. Start sshd on it, or name its port: ssh:BOX:PORT.</source>
        <translation>{box} lehnt Verbindungen an Port {port} ab: Dort läuft kein SSH-Server. Starten Sie dort sshd oder nennen Sie den Port: ssh:BOX:PORT.</translation>
    </message>
    <message>
        <source>No machine is called {box}. Check the name, or describe it in ~/.ssh/config.</source>
        <translation>Kein Rechner heißt {box}. Prüfen Sie den Namen oder beschreiben Sie ihn in ~/.ssh/config.</translation>
    </message>
    <message>
        <source>{box} has another host key than before. If that is expected, remove the old one with “ssh-keygen -R {box}”; otherwise do not connect.</source>
        <translation>{box} hat einen anderen Host-Schlüssel als zuvor. Wenn das zu erwarten war, entfernen Sie den alten mit „ssh-keygen -R {box}“; sonst verbinden Sie sich nicht.</translation>
    </message>
    <message>
        <source>The host key of {box} is not known here yet. Run “ssh {target}” once in a terminal and confirm it.</source>
        <translation>Der Host-Schlüssel von {box} ist hier noch nicht bekannt. Führen Sie einmal „ssh {target}“ in einem Terminal aus und bestätigen Sie ihn.</translation>
    </message>
    <message>
        <source>{box} does not let you in as {target}. Check the user name, or add your key with ssh-add.</source>
        <translation>{box} verweigert die Anmeldung als {target}. Prüfen Sie den Benutzernamen oder fügen Sie Ihren Schlüssel mit ssh-add hinzu.</translation>
    </message>
    <message>
        <source>{box} was offered too many keys. Name the right one in ~/.ssh/config (IdentityFile, IdentitiesOnly).</source>
        <translation>{box} wurden zu viele Schlüssel angeboten. Nennen Sie den richtigen in ~/.ssh/config (IdentityFile, IdentitiesOnly).</translation>
    </message>
    <message>
        <source>{box} does not answer. Check that it is on and reachable from here.</source>
        <translation>{box} antwortet nicht. Prüfen Sie, ob der Rechner eingeschaltet und von hier erreichbar ist.</translation>
    </message>
    <message>
        <source>{box} is not reachable from here. Check the network.</source>
        <translation>{box} ist von hier nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>The connection to {box} was interrupted. Check the network and try again.</source>
        <translation>Die Verbindung zu {box} wurde unterbrochen. Prüfen Sie das Netzwerk und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>in trial {number}</source>
        <translation>in Versuch {number}</translation>
    </message>
    <message>
        <source>it is not a file that can be read whole</source>
        <translation>es ist keine Datei, die sich vollständig lesen lässt</translation>
    </message>
    <message>
        <source>{path} does not answer yet. It is opened when it does.</source>
        <translation>{path} antwortet noch nicht. Die Datei wird geöffnet, sobald sie antwortet.</translation>
    </message>
    <message numerus="yes">
        <source>{path} and {n:,} others do not answer yet. They are opened when they do.</source>
        <comment>{path} and {n} other do not answer yet. They are opened when they do.</comment>
        <translation>
            <numerusform>{path} und {n:,} weitere antworten noch nicht. Sie werden geöffnet, sobald sie antworten.</numerusform>
            <numerusform>{path} und {n:,} weitere antworten noch nicht. Sie werden geöffnet, sobald sie antworten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another view or configuration was chosen, so the program was not started.</source>
        <translation>Eine andere Ansicht oder Konfiguration wurde gewählt, daher wurde das Programm nicht gestartet.</translation>
    </message>
    <message>
        <source>The program opened {}: the picture shows that loader from now on</source>
        <translation>Das Programm hat {} geöffnet: Das Bild zeigt ab jetzt diesen Loader</translation>
    </message>
    <message>
        <source>No chain reported: the program created no Vulkan instance, or loader logging is off</source>
        <translation>Keine Kette gemeldet: Das Programm hat keine Vulkan-Instanz erstellt, oder das Loader-Protokoll ist aus</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Running {time}</source>
        <translation>Läuft {time}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird gestoppt …</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>seit {time}</translation>
    </message>
    <message>
        <source>environment: {count} set, {unset} unset</source>
        <translation>Umgebung: {count} gesetzt, {unset} nicht gesetzt</translation>
    </message>
    <message>
        <source>safe mode, {what}; {given}</source>
        <translation>abgesicherter Modus, {what}; {given}</translation>
    </message>
    <message>
        <source>This configuration has no program. Choose one to launch it.</source>
        <translation>Diese Konfiguration hat kein Programm. Wählen Sie eines, um es zu starten.</translation>
    </message>
    <message>
        <source>The sample machine runs no programs.</source>
        <translation>Der Beispielrechner führt keine Programme aus.</translation>
    </message>
    <message>
        <source>A program is being started.</source>
        <translation>Ein Programm wird gerade gestartet.</translation>
    </message>
    <message>
        <source>{layer} writes to {path}, as it does for {other}, which still runs: lines mix there.</source>
        <translation>{layer} schreibt nach {path}, ebenso für {other}, das noch läuft: Dort mischen sich Zeilen.</translation>
    </message>
    <message>
        <source>This layer has no settings.</source>
        <translation>Dieser Layer hat keine Einstellungen.</translation>
    </message>
    <message>
        <source>Set {label}</source>
        <translation>{label} setzen</translation>
    </message>
    <message>
        <source>Answer a dismissed message</source>
        <translation>Eine verworfene Meldung beantworten</translation>
    </message>
    <message>
        <source>Answer a message</source>
        <translation>Eine Meldung beantworten</translation>
    </message>
    <message>
        <source>The sample machine has no real loader to ask.</source>
        <translation>Der Beispielrechner hat keinen echten Loader, der gefragt werden könnte.</translation>
    </message>
    <message>
        <source>This configuration chooses no devices, so there is nothing to check.</source>
        <translation>Diese Konfiguration wählt keine Geräte, daher gibt es nichts zu prüfen.</translation>
    </message>
    <message>
        <source>Forgot what {} requested. Its next launch from here shows it again.</source>
        <translation>Vergessen, was {} angefordert hat. Der nächste Start von hier zeigt es wieder.</translation>
    </message>
    <message>
        <source>A what-if cannot be checked with a real loader. Close What if (F9) to check this machine.</source>
        <translation>Ein Was-wäre-wenn lässt sich nicht mit einem echten Loader prüfen. Schließen Sie „Was-wäre-wenn“ (F9), um diesen Rechner zu prüfen.</translation>
    </message>
    <message>
        <source>not there yet</source>
        <translation>noch nicht vorhanden</translation>
    </message>
    <message>
        <source>not followed: it is a pipe, a device or a folder</source>
        <translation>wird nicht mitgelesen: Es ist eine Pipe, ein Gerät oder ein Ordner</translation>
    </message>
    <message>
        <source>cannot be read: {reason}</source>
        <translation>kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>The configuration that was launched was deleted.</source>
        <translation>Die gestartete Konfiguration wurde gelöscht.</translation>
    </message>
    <message>
        <source>The sample machine opens no libraries.</source>
        <translation>Der Beispielrechner öffnet keine Bibliotheken.</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>Rebuilt {time}</source>
        <translation>Neu gebaut {time}</translation>
    </message>
    <message>
        <source>Intercepts</source>
        <translation>Fängt ab</translation>
    </message>
    <message>
        <source>{layer} loads first.</source>
        <translation>{layer} wird zuerst geladen.</translation>
    </message>
    <message>
        <source>Rebuilt {layer}: no difference.</source>
        <translation>{layer} neu gebaut: kein Unterschied.</translation>
    </message>
    <message>
        <source>Rebuilt {layer}: {changes}</source>
        <translation>{layer} neu gebaut: {changes}</translation>
    </message>
    <message>
        <source>The configurations could not be saved because of a mistake in this program. Export them, so that nothing is lost.</source>
        <translation>Die Konfigurationen konnten wegen eines Fehlers in diesem Programm nicht gespeichert werden. Exportieren Sie sie, damit nichts verloren geht.</translation>
    </message>
    <message>
        <source>Cannot be read from its file any more: {}. Problems says why.</source>
        <translation>Nicht mehr aus der Datei lesbar: {}. „Probleme“ nennt den Grund.</translation>
    </message>
    <message>
        <source>What could not be saved is saved now.</source>
        <translation>Was nicht gespeichert werden konnte, ist jetzt gespeichert.</translation>
    </message>
    <message>
        <source>Nothing was copied: {reason}.</source>
        <translation>Nichts wurde kopiert: {reason}.</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Geschrieben: {path}</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird gestoppt</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht gestartet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Ended by {signal}</source>
        <translation>Von {signal} beendet</translation>
    </message>
    <message>
        <source>Ended, exit {code}</source>
        <translation>Beendet, Exit-Status {code}</translation>
    </message>
    <message>
        <source>This system does not show what other programs have loaded. Linux does.</source>
        <translation>Dieses System zeigt nicht, was andere Programme geladen haben. Linux tut das.</translation>
    </message>
    <message>
        <source>Redone: {step}.</source>
        <translation>Wiederholt: {step}.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} days</source>
        <comment>{n:,} day</comment>
        <translation>
            <numerusform>{n:,} Tag</numerusform>
            <numerusform>{n:,} Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hours</source>
        <comment>{n:,} hour</comment>
        <translation>
            <numerusform>{n:,} Stunde</numerusform>
            <numerusform>{n:,} Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes</source>
        <comment>{n:,} minute</comment>
        <translation>
            <numerusform>{n:,} Minute</numerusform>
            <numerusform>{n:,} Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} seconds</source>
        <comment>{n:,} second</comment>
        <translation>
            <numerusform>{n:,} Sekunde</numerusform>
            <numerusform>{n:,} Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>a duration such as 15m, 2h, 1h30m or 90s, of a year at most</source>
        <translation>eine Dauer wie 15m, 2h, 1h30m oder 90s, höchstens ein Jahr</translation>
    </message>
    <message>
        <source>{seconds:,.1f} s</source>
        <translation>{seconds:,.1f} s</translation>
    </message>
    <message>
        <source>{hour}:{minute}</source>
        <translation>{hour}:{minute}</translation>
    </message>
    <message>
        <source>{hour}:{minute}:{second}</source>
        <translation>{hour}:{minute}:{second}</translation>
    </message>
    <message>
        <source>{year}-{month}-{day} {hour}:{minute}</source>
        <translation>{day}.{month}.{year} {hour}:{minute}</translation>
    </message>
    <message>
        <source>{year}-{month}-{day} {hour}:{minute}:{second}</source>
        <translation>{day}.{month}.{year} {hour}:{minute}:{second}</translation>
    </message>
    <message>
        <source>{year}-{month}-{day}</source>
        <translation>{day}.{month}.{year}</translation>
    </message>
    <message>
        <source>on {date} at {time}</source>
        <translation>am {date} um {time}</translation>
    </message>
    <message>
        <source>info</source>
        <comment>a severity</comment>
        <translation>Info</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>TiB</source>
        <translation>TiB</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} bytes</source>
        <comment>{n:,} byte</comment>
        <translation>
            <numerusform>{n:,} Byte</numerusform>
            <numerusform>{n:,} Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>Other layers</source>
        <translation>Andere Layer</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>device select</source>
        <translation>device select</translation>
    </message>
    <message>
        <source>Mesa overlay</source>
        <translation>Mesa-Overlay</translation>
    </message>
    <message>
        <source>{number}st</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}nd</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}rd</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>{number}th</source>
        <translation>{number}.</translation>
    </message>
    <message>
        <source>its files do not tell its version</source>
        <translation>seine Dateien nennen die Version nicht</translation>
    </message>
    <message>
        <source>reads vk_loader_settings.json</source>
        <translation>liest vk_loader_settings.json</translation>
    </message>
    <message>
        <source>reads override layers, not vk_loader_settings.json</source>
        <translation>liest Override-Layer, nicht vk_loader_settings.json</translation>
    </message>
    <message>
        <source>override layers, not vk_loader_settings.json</source>
        <translation>Override-Layer, nicht vk_loader_settings.json</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} choices</source>
        <comment>{n:,} choice</comment>
        <translation>
            <numerusform>{n:,} Punkt</numerusform>
            <numerusform>{n:,} Punkte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} commands</source>
        <comment>{n:,} command</comment>
        <translation>
            <numerusform>{n:,} Befehl</numerusform>
            <numerusform>{n:,} Befehle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} configurations</source>
        <comment>{n:,} configuration</comment>
        <translation>
            <numerusform>{n:,} Konfiguration</numerusform>
            <numerusform>{n:,} Konfigurationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} devices</source>
        <comment>{n:,} device</comment>
        <translation>
            <numerusform>{n:,} Gerät</numerusform>
            <numerusform>{n:,} Geräte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} differences</source>
        <comment>{n:,} difference</comment>
        <translation>
            <numerusform>{n:,} Unterschied</numerusform>
            <numerusform>{n:,} Unterschiede</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} drivers</source>
        <comment>{n:,} driver</comment>
        <translation>
            <numerusform>{n:,} Treiber</numerusform>
            <numerusform>{n:,} Treiber</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} errors</source>
        <comment>{n:,} error</comment>
        <translation>
            <numerusform>{n:,} Fehler</numerusform>
            <numerusform>{n:,} Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files</source>
        <comment>{n:,} file</comment>
        <translation>
            <numerusform>{n:,} Datei</numerusform>
            <numerusform>{n:,} Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} folders</source>
        <comment>{n:,} folder</comment>
        <translation>
            <numerusform>{n:,} Ordner</numerusform>
            <numerusform>{n:,} Ordner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} kinds</source>
        <comment>{n:,} kind</comment>
        <translation>
            <numerusform>{n:,} Art</numerusform>
            <numerusform>{n:,} Arten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} layers</source>
        <comment>{n:,} layer</comment>
        <translation>
            <numerusform>{n:,} Layer</numerusform>
            <numerusform>{n:,} Layer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} lines</source>
        <comment>{n:,} line</comment>
        <translation>
            <numerusform>{n:,} Zeile</numerusform>
            <numerusform>{n:,} Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} machines</source>
        <comment>{n:,} machine</comment>
        <translation>
            <numerusform>{n:,} Rechner</numerusform>
            <numerusform>{n:,} Rechner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} manifests</source>
        <comment>{n:,} manifest</comment>
        <translation>
            <numerusform>{n:,} Manifest</numerusform>
            <numerusform>{n:,} Manifeste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} messages</source>
        <comment>{n:,} message</comment>
        <translation>
            <numerusform>{n:,} Meldung</numerusform>
            <numerusform>{n:,} Meldungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more lines</source>
        <comment>{n:,} more line</comment>
        <translation>
            <numerusform>{n:,} weitere Zeile</numerusform>
            <numerusform>{n:,} weitere Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} notes</source>
        <comment>{n:,} note</comment>
        <translation>
            <numerusform>{n:,} Hinweis</numerusform>
            <numerusform>{n:,} Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} others</source>
        <comment>{n:,} other</comment>
        <translation>
            <numerusform>{n:,} weiterer</numerusform>
            <numerusform>{n:,} weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} overrides</source>
        <comment>{n:,} override</comment>
        <translation>
            <numerusform>{n:,} Override</numerusform>
            <numerusform>{n:,} Overrides</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} places</source>
        <comment>{n:,} place</comment>
        <translation>
            <numerusform>{n:,} Ort</numerusform>
            <numerusform>{n:,} Orte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} problems</source>
        <comment>{n:,} problem</comment>
        <translation>
            <numerusform>{n:,} Problem</numerusform>
            <numerusform>{n:,} Probleme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} programs</source>
        <comment>{n:,} program</comment>
        <translation>
            <numerusform>{n:,} Programm</numerusform>
            <numerusform>{n:,} Programme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} queues</source>
        <comment>{n:,} queue</comment>
        <translation>
            <numerusform>{n:,} Warteschlange</numerusform>
            <numerusform>{n:,} Warteschlangen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reports</source>
        <comment>{n:,} report</comment>
        <translation>
            <numerusform>{n:,} Bericht</numerusform>
            <numerusform>{n:,} Berichte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows</source>
        <comment>{n:,} row</comment>
        <translation>
            <numerusform>{n:,} Zeile</numerusform>
            <numerusform>{n:,} Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} settings</source>
        <comment>{n:,} setting</comment>
        <translation>
            <numerusform>{n:,} Einstellung</numerusform>
            <numerusform>{n:,} Einstellungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} variables</source>
        <comment>{n:,} variable</comment>
        <translation>
            <numerusform>{n:,} Variable</numerusform>
            <numerusform>{n:,} Variablen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} warnings</source>
        <comment>{n:,} warning</comment>
        <translation>
            <numerusform>{n:,} Warnung</numerusform>
            <numerusform>{n:,} Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>between {earliest} and {time}</source>
        <translation>zwischen {earliest} und {time}</translation>
    </message>
    <message>
        <source>First scan of this machine</source>
        <translation>Dieser Rechner erstmals eingelesen</translation>
    </message>
    <message>
        <source>{things}; what changes from now on is listed here</source>
        <translation>{things}; was sich ab jetzt ändert, steht hier</translation>
    </message>
    <message>
        <source>changes: one of them has neither before nor after</source>
        <translation>changes: Eine davon hat weder vorher noch nachher</translation>
    </message>
    <message>
        <source>Vulkan loader</source>
        <translation>Vulkan-Loader</translation>
    </message>
    <message>
        <source>driver {name}</source>
        <translation>Treiber {name}</translation>
    </message>
    <message>
        <source>Override of {owner}</source>
        <translation>Override von {owner}</translation>
    </message>
    <message>
        <source>Settings file of {owner}</source>
        <translation>Einstellungsdatei von {owner}</translation>
    </message>
    <message>
        <source>{title} appeared</source>
        <translation>{title} ist hinzugekommen</translation>
    </message>
    <message>
        <source>{title} was removed</source>
        <translation>{title} wurde entfernt</translation>
    </message>
    <message>
        <source>{title} was changed</source>
        <translation>{title} wurde geändert</translation>
    </message>
    <message>
        <source>Installed {title}</source>
        <translation>Installiert: {title}</translation>
    </message>
    <message>
        <source>Removed {title}</source>
        <translation>Entfernt: {title}</translation>
    </message>
    <message>
        <source>{name} changed: {change}</source>
        <translation>{name} geändert: {change}</translation>
    </message>
    <message>
        <source>{before} to {after}</source>
        <translation>von {before} auf {after}</translation>
    </message>
    <message>
        <source>its library is {library} instead of {other}</source>
        <translation>Bibliothek jetzt {library} statt {other}</translation>
    </message>
    <message>
        <source>its manifest was edited</source>
        <translation>Manifest wurde bearbeitet</translation>
    </message>
    <message>
        <source>its library was replaced</source>
        <translation>Bibliothek wurde ersetzt</translation>
    </message>
    <message>
        <source>Applied {name}</source>
        <translation>Angewendet: {name}</translation>
    </message>
    <message>
        <source>Withdrew {name}</source>
        <translation>Zurückgenommen: {name}</translation>
    </message>
    <message>
        <source>Expired: {name}</source>
        <translation>Frist abgelaufen: {name}</translation>
    </message>
    <message>
        <source>Removed {name}</source>
        <translation>Entfernt: {name}</translation>
    </message>
    <message>
        <source>Restored {name}</source>
        <translation>Wiederhergestellt: {name}</translation>
    </message>
    <message>
        <source>Moved aside {name}</source>
        <translation>Beiseitegelegt: {name}</translation>
    </message>
    <message>
        <source>Edited {name}</source>
        <translation>Bearbeitet: {name}</translation>
    </message>
    <message>
        <source>Moved {name}</source>
        <translation>Verschoben: {name}</translation>
    </message>
    <message>
        <source>New</source>
        <comment>what became of a file</comment>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Change</source>
        <comment>what became of a file</comment>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Remove</source>
        <comment>what became of a file</comment>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Set</source>
        <comment>what became of a variable</comment>
        <translation>Gesetzt</translation>
    </message>
    <message>
        <source>Unset</source>
        <comment>what became of a variable</comment>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Nothing would change: the files are as they were then.</source>
        <translation>Nichts würde sich ändern: Die Dateien sind so wie damals.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files would be restored.</source>
        <comment>{n} file would be restored.</comment>
        <translation>
            <numerusform>{n:,} Datei würde wiederhergestellt.</numerusform>
            <numerusform>{n:,} Dateien würden wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>everything as of {when}</source>
        <translation>Alles, Stand {when}</translation>
    </message>
    <message>
        <source>{file} as of {when}</source>
        <translation>{file}, Stand {when}</translation>
    </message>
    <message>
        <source>Nothing would be restored</source>
        <translation>Nichts würde wiederhergestellt</translation>
    </message>
    <message>
        <source>Nothing was restored: nothing was written since then.</source>
        <translation>Nichts wurde wiederhergestellt: Seitdem wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>dpkg installed {package} {version}</source>
        <translation>dpkg: {package} {version} installiert</translation>
    </message>
    <message>
        <source>dpkg upgraded {package} {version}</source>
        <translation>dpkg: {package} {version} aktualisiert</translation>
    </message>
    <message>
        <source>dpkg removed {package} {version}</source>
        <translation>dpkg: {package} {version} entfernt</translation>
    </message>
    <message>
        <source>{name}, not in the chain</source>
        <translation>{name}, nicht in der Kette</translation>
    </message>
    <message>
        <source>{name}, {place} of {count}</source>
        <translation>{name}, {place} von {count}</translation>
    </message>
    <message>
        <source>was {origin}</source>
        <translation>war {origin}</translation>
    </message>
    <message>
        <source>This launch</source>
        <translation>Dieser Start</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <source>Listed programs</source>
        <translation>Aufgeführte Programme</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Add layers</source>
        <translation>Layer hinzufügen</translation>
    </message>
    <message>
        <source>Search more folders or manifests for layers, or show the “other layers” row</source>
        <translation>Weitere Ordner oder Manifeste nach Layern durchsuchen oder die Zeile „Andere Layer“ anzeigen</translation>
    </message>
    <message>
        <source>Find in the chain</source>
        <translation>In der Kette suchen</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>Layer suchen</translation>
    </message>
    <message>
        <source>Reading what is installed…</source>
        <translation>Installiertes wird gelesen …</translation>
    </message>
    <message>
        <source>View: {text}</source>
        <translation>Ansicht: {text}</translation>
    </message>
    <message>
        <source>Whose chain is shown. Launch always uses “This launch”.</source>
        <translation>Wessen Kette gezeigt wird. Gestartet wird immer mit „Dieser Start“.</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>{path} entfernen</translation>
    </message>
    <message>
        <source>Drag into the chain to turn on</source>
        <translation>Zum Einschalten in die Kette ziehen</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>Beheben …</translation>
    </message>
    <message>
        <source>Nothing is saved</source>
        <translation>Nichts wird gespeichert</translation>
    </message>
    <message>
        <source>It is for a launch of its own; the configuration is unchanged.</source>
        <translation>Gilt nur für einen eigenen Start; die Konfiguration bleibt unverändert.</translation>
    </message>
    <message>
        <source>Launch again</source>
        <translation>Erneut starten</translation>
    </message>
    <message>
        <source>Leave safe mode</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Safe mode: {text}</source>
        <translation>Abgesicherter Modus: {text}</translation>
    </message>
    <message>
        <source>No layers installed. Programs talk to the driver directly.</source>
        <translation>Keine Layer installiert. Programme sprechen direkt mit dem Treiber.</translation>
    </message>
    <message>
        <source>No layers and no drivers installed.</source>
        <translation>Keine Layer und keine Treiber installiert.</translation>
    </message>
    <message>
        <source>Call chain</source>
        <translation>Aufrufkette</translation>
    </message>
    <message>
        <source>As it is today</source>
        <translation>Wie heute</translation>
    </message>
    <message>
        <source>As seen by</source>
        <translation>Gesehen von</translation>
    </message>
    <message>
        <source>64-bit programs</source>
        <translation>64-Bit-Programme</translation>
    </message>
    <message>
        <source>32-bit programs</source>
        <translation>32-Bit-Programme</translation>
    </message>
    <message>
        <source>Filter, or type a version such as 1.3.239, or a library</source>
        <translation>Filtern oder eine Version wie 1.3.239 oder eine Bibliothek eingeben</translation>
    </message>
    <message>
        <source>Program of the what-if</source>
        <translation>Programm des Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Filter, or type the path of a program</source>
        <translation>Filtern oder den Pfad eines Programms eingeben</translation>
    </message>
    <message>
        <source>assume this program</source>
        <translation>dieses Programm annehmen</translation>
    </message>
    <message>
        <source>Filter, or type a folder or a view (flatpak:APP)</source>
        <translation>Filtern oder einen Ordner oder eine Ansicht (flatpak:APP) eingeben</translation>
    </message>
    <message>
        <source>NAME=value, or NAME to unset it</source>
        <translation>NAME=Wert oder NAME zum Entfernen</translation>
    </message>
    <message>
        <source>the loader that programs use</source>
        <translation>der Loader, den Programme verwenden</translation>
    </message>
    <message>
        <source>Choose a loader library…</source>
        <translation>Loader-Bibliothek wählen …</translation>
    </message>
    <message>
        <source>Choose a loader library (libvulkan.so.1)</source>
        <translation>Loader-Bibliothek wählen (libvulkan.so.1)</translation>
    </message>
    <message>
        <source>Choose a program…</source>
        <translation>Programm wählen …</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>this system, as your programs see it</source>
        <translation>dieses System, wie Ihre Programme es sehen</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose the root folder of another system</source>
        <translation>Wurzelordner eines anderen Systems wählen</translation>
    </message>
    <message>
        <source>Assumptions only change what is shown. Apply, Launch and the controls of the rows use the configuration as it is.</source>
        <translation>Annahmen ändern nur, was gezeigt wird. Anwenden, Starten und die Schalter der Zeilen verwenden die Konfiguration, wie sie ist.</translation>
    </message>
    <message>
        <source>Nothing is written</source>
        <translation>Nichts wird geschrieben</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep: copy what-if to configuration</source>
        <translation>Behalten: Annahmen in die Konfiguration übernehmen</translation>
    </message>
    <message>
        <source>Reset what-if</source>
        <translation>Was-wäre-wenn zurücksetzen</translation>
    </message>
    <message>
        <source>Close what if</source>
        <translation>Was-wäre-wenn schließen</translation>
    </message>
    <message>
        <source>Close what if (F9)</source>
        <translation>Was-wäre-wenn schließen (F9)</translation>
    </message>
    <message>
        <source>Elevated</source>
        <translation>Erhöhte Rechte</translation>
    </message>
    <message>
        <source>Try a variable</source>
        <translation>Variable ausprobieren</translation>
    </message>
    <message>
        <source>any</source>
        <comment>program</comment>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Show the chain of a program that has more rights than its user (setuid, for example)</source>
        <translation>Kette eines Programms zeigen, das mehr Rechte als sein Benutzer hat (zum Beispiel durch setuid)</translation>
    </message>
    <message>
        <source>{root}: no such folder</source>
        <translation>{root}: kein solcher Ordner</translation>
    </message>
    <message>
        <source>this system</source>
        <translation>dieses System</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>See, order and launch Vulkan layers. The chain is predicted by this program&apos;s own implementation of the Vulkan loader, for the loader version that is installed here. Looking changes nothing. Whatever is applied is previewed, recorded in the journal and can be undone.</source>
        <translation>Vulkan-Layer ansehen, ordnen und ausprobieren. Die Kette wird von einer eigenen Nachbildung des Vulkan-Loaders vorhergesagt, für die hier installierte Loader-Version. Ansehen ändert nichts. Was angewendet wird, ist vorher zu sehen, steht im Journal und kann rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Licence: Apache 2.0</source>
        <translation>Lizenz: Apache 2.0</translation>
    </message>
    <message>
        <source>About vkconfig-py</source>
        <translation>Über vkconfig-py</translation>
    </message>
    <message>
        <source>vkconfig-py {version}</source>
        <translation>vkconfig-py {version}</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Apply to the system</source>
        <translation>Auf das System anwenden</translation>
    </message>
    <message>
        <source>Apply “{name}” to this system</source>
        <translation>„{name}“ auf dieses System anwenden</translation>
    </message>
    <message>
        <source>{program} only</source>
        <translation>Nur {program}</translation>
    </message>
    <message>
        <source>This program only</source>
        <translation>Nur dieses Programm</translation>
    </message>
    <message>
        <source>Automatic (recommended)</source>
        <translation>Automatisch (empfohlen)</translation>
    </message>
    <message>
        <source>An override layer</source>
        <translation>Ein Override-Layer</translation>
    </message>
    <message>
        <source>A loader settings file</source>
        <translation>Eine Loader-Einstellungsdatei</translation>
    </message>
    <message>
        <source>What this method cannot do</source>
        <translation>Was diese Methode nicht kann</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>Dateien anzeigen</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Why it cannot be applied</source>
        <translation>Warum es nicht angewendet werden kann</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Every program that starts from now on</source>
        <translation>Jedes Programm, das von jetzt an startet</translation>
    </message>
    <message>
        <source>Takes the method that fits your loader</source>
        <translation>Nimmt die Methode, die zu Ihrem Loader passt</translation>
    </message>
    <message>
        <source>The meta-layer by which other tools choose layers, too</source>
        <translation>Der Meta-Layer, mit dem auch andere Werkzeuge Layer auswählen</translation>
    </message>
    <message>
        <source>vk_loader_settings.json, which newer loaders read: layers in an exact order</source>
        <translation>vk_loader_settings.json, die neuere Loader lesen: Layer in genauer Reihenfolge</translation>
    </message>
    <message>
        <source>No program is chosen. Choose one at the top.</source>
        <translation>Kein Programm gewählt. Wählen Sie oben eines.</translation>
    </message>
    <message numerus="yes">
        <source>{n} more</source>
        <comment>{n} more</comment>
        <translation>
            <numerusform>{n} weiteres</numerusform>
            <numerusform>{n} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Wird geplant …</translation>
    </message>
    <message>
        <source>Nothing will be written</source>
        <translation>Nichts wird geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>{n} files will be written</source>
        <comment>{n} file will be written</comment>
        <translation>
            <numerusform>{n} Datei wird geschrieben</numerusform>
            <numerusform>{n} Dateien werden geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>The sample machine is gone when this window closes.</source>
        <translation>Der Beispielrechner verschwindet mit diesem Fenster.</translation>
    </message>
    <message>
        <source>The {count} programs of this configuration</source>
        <translation>Die {count} Programme dieser Konfiguration</translation>
    </message>
    <message>
        <source>The program of this configuration</source>
        <translation>Das Programm dieser Konfiguration</translation>
    </message>
    <message>
        <source>The programs of this configuration</source>
        <translation>Die Programme dieser Konfiguration</translation>
    </message>
    <message>
        <source>Leave out names</source>
        <translation>Namen weglassen</translation>
    </message>
    <message>
        <source>Writes ~ for your home folder, and “user” and “machine” for those names</source>
        <translation>Schreibt ~ für Ihren persönlichen Ordner sowie „user“ und „machine“ für diese Namen</translation>
    </message>
    <message>
        <source>Collecting…</source>
        <translation>Wird gesammelt …</translation>
    </message>
    <message>
        <source>Asking the real loader…</source>
        <translation>Der echte Loader wird gefragt …</translation>
    </message>
    <message>
        <source>There is nothing to report here now</source>
        <translation>Hier gibt es jetzt nichts zu berichten</translation>
    </message>
    <message>
        <source>Bug report</source>
        <translation>Fehlerbericht</translation>
    </message>
    <message>
        <source>For issue trackers and forums</source>
        <translation>Für Fehlerdatenbanken und Foren</translation>
    </message>
    <message>
        <source>A page for a browser</source>
        <translation>Eine Seite für den Browser</translation>
    </message>
    <message>
        <source>For programs; it opens here as another machine</source>
        <translation>Für Programme; lässt sich hier als anderer Rechner öffnen</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Copy the whole report ({keys})</source>
        <translation>Den ganzen Bericht kopieren ({keys})</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message numerus="yes">
        <source>… {n:,} more lines, not shown here: Copy and Save include them</source>
        <comment>… {n:,} more line, not shown here: Copy and Save include it</comment>
        <translation>
            <numerusform>… {n:,} weitere Zeile, hier nicht gezeigt: Kopieren und Speichern enthalten sie</numerusform>
            <numerusform>… {n:,} weitere Zeilen, hier nicht gezeigt: Kopieren und Speichern enthalten sie</numerusform>
        </translation>
    </message>
    <message>
        <source>No report was made: {reason}.</source>
        <translation>Kein Bericht wurde erstellt: {reason}.</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortfahren</translation>
    </message>
    <message>
        <source>Your edits are still here, and you can continue. No file is half written: what is applied is written whole or not at all, and the journal has what was there before.</source>
        <translation>Ihre Änderungen sind noch da, und Sie können weiterarbeiten. Keine Datei ist halb geschrieben: Angewendet wird ganz oder gar nicht, und das Journal enthält, was vorher dort stand.</translation>
    </message>
    <message>
        <source>Something went wrong inside vkconfig-py</source>
        <translation>In vkconfig-py ist ein Fehler aufgetreten</translation>
    </message>
    <message>
        <source>vkconfig-py crashed the last time it ran.</source>
        <translation>vkconfig-py ist beim letzten Mal abgestürzt.</translation>
    </message>
    <message>
        <source>Your edits were saved as you made them; the last second may be missing. No file is half written: what is applied is written whole or not at all, and the journal has what was there before.</source>
        <translation>Ihre Änderungen wurden laufend gespeichert; die letzte Sekunde kann fehlen. Keine Datei ist halb geschrieben: Angewendet wird ganz oder gar nicht, und das Journal enthält, was vorher dort stand.</translation>
    </message>
    <message>
        <source>The report says where.</source>
        <translation>Der Bericht sagt, wo.</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>Dokumentation</translation>
    </message>
    <message>
        <source>Website</source>
        <translation>Website</translation>
    </message>
    <message>
        <source>As HTML, Markdown or another form</source>
        <translation>Als HTML, Markdown oder in einer anderen Form</translation>
    </message>
    <message>
        <source>{layer} – documentation</source>
        <translation>{layer} – Dokumentation</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Generieren</translation>
    </message>
    <message>
        <source>What to generate</source>
        <translation>Was generiert wird</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Copy the whole text ({keys})</source>
        <translation>Den ganzen Text kopieren ({keys})</translation>
    </message>
    <message>
        <source>No configuration: the layers&apos; own defaults</source>
        <translation>Keine Konfiguration: die Vorgaben der Layer</translation>
    </message>
    <message>
        <source>All installed layers</source>
        <translation>Alle installierten Layer</translation>
    </message>
    <message>
        <source>All layers that load</source>
        <translation>Alle Layer, die geladen werden</translation>
    </message>
    <message>
        <source>No configuration</source>
        <translation>Keine Konfiguration</translation>
    </message>
    <message>
        <source>Configuration: {name}</source>
        <translation>Konfiguration: {name}</translation>
    </message>
    <message>
        <source>Layers: {words}</source>
        <translation>Layer: {words}</translation>
    </message>
    <message>
        <source>No layer of this configuration declares anything here.</source>
        <translation>Kein Layer dieser Konfiguration deklariert hier etwas.</translation>
    </message>
    <message>
        <source>In the chain</source>
        <translation>In der Kette</translation>
    </message>
    <message>
        <source>switch between Auto, On and Off</source>
        <translation>zwischen Auto, Ein und Aus wechseln</translation>
    </message>
    <message>
        <source>On, Off, Auto</source>
        <translation>Ein, Aus, Auto</translation>
    </message>
    <message>
        <source>move with the arrow keys; Enter drops, Esc cancels</source>
        <translation>mit den Pfeiltasten verschieben; Eingabe legt ab, Esc bricht ab</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>to the inspector; Esc back</source>
        <translation>zum Inspektor; Esc zurück</translation>
    </message>
    <message>
        <source>everything that can be done with the row</source>
        <translation>alles, was mit der Zeile getan werden kann</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>find a row by its name after VK_LAYER_</source>
        <translation>Zeile nach ihrem Namen hinter VK_LAYER_ suchen</translation>
    </message>
    <message>
        <source>first and last row</source>
        <translation>erste und letzte Zeile</translation>
    </message>
    <message>
        <source>search the chain</source>
        <translation>Kette durchsuchen</translation>
    </message>
    <message>
        <source>In the configurations</source>
        <translation>In den Konfigurationen</translation>
    </message>
    <message>
        <source>move a configuration among your own or the built-in ones</source>
        <translation>Konfiguration unter den eigenen oder den mitgelieferten verschieben</translation>
    </message>
    <message>
        <source>delete a configuration</source>
        <translation>Konfiguration löschen</translation>
    </message>
    <message>
        <source>In the settings</source>
        <translation>In den Einstellungen</translation>
    </message>
    <message>
        <source>change the value; Esc discards what was typed</source>
        <translation>Wert ändern; Esc verwirft die Eingabe</translation>
    </message>
    <message>
        <source>back to the default</source>
        <translation>zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>To the page before ({keys})</source>
        <translation>Zur vorigen Seite ({keys})</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>The chain is that of the loader that the chosen program opens, and without a program that of the first that the dynamic linker finds. It cannot be set here: another one would load other layers than your programs get. What if shows the chain under any other.</source>
        <translation>Die Kette ist die des Loaders, den das gewählte Programm öffnet, und ohne Programm die des ersten, den der dynamische Linker findet. Hier lässt er sich nicht wählen: Ein anderer würde andere Layer laden, als Ihre Programme bekommen. „Was-wäre-wenn“ zeigt die Kette unter jedem anderen.</translation>
    </message>
    <message>
        <source>Loader: show the chain under another one</source>
        <translation>Loader: Kette unter einem anderen zeigen</translation>
    </message>
    <message>
        <source>The menu of the desktop starts this program then, with its icon; its files open with a double click, and shells complete its commands.</source>
        <translation>Das Menü der Arbeitsumgebung startet dann dieses Programm, mit Symbol; seine Dateien öffnen sich mit einem Doppelklick, und Shells vervollständigen seine Befehle.</translation>
    </message>
    <message>
        <source>Update…</source>
        <translation>Aktualisieren …</translation>
    </message>
    <message>
        <source>Application menu: update vkconfig-py…</source>
        <translation>Anwendungsmenü: vkconfig-py aktualisieren …</translation>
    </message>
    <message>
        <source>The entry is of another version or installation of vkconfig-py</source>
        <translation>Der Eintrag stammt von einer anderen Version oder Installation von vkconfig-py</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Application menu</source>
        <translation>Anwendungsmenü</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message>
        <source>Application menu: add vkconfig-py…</source>
        <translation>Anwendungsmenü: vkconfig-py hinzufügen …</translation>
    </message>
    <message>
        <source>Application menu: remove vkconfig-py…</source>
        <translation>Anwendungsmenü: vkconfig-py entfernen …</translation>
    </message>
    <message>
        <source>Files, one line each</source>
        <translation>Dateien, je eine Zeile</translation>
    </message>
    <message>
        <source>{path} (removed, of an older version)</source>
        <translation>{path} (wird entfernt, von einer älteren Version)</translation>
    </message>
    <message>
        <source>Remove vkconfig-py from the application menu</source>
        <translation>vkconfig-py aus dem Anwendungsmenü entfernen</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are removed, and nothing else.</source>
        <comment>{n} file is removed.</comment>
        <translation>
            <numerusform>{n} Datei wird entfernt.</numerusform>
            <numerusform>{n} Dateien werden entfernt, sonst nichts.</numerusform>
        </translation>
    </message>
    <message>
        <source>Update vkconfig-py in the application menu</source>
        <translation>vkconfig-py im Anwendungsmenü aktualisieren</translation>
    </message>
    <message numerus="yes">
        <source>{n} files become those of this version; what you changed stays.</source>
        <comment>{n} file becomes that of this version; what you changed stays.</comment>
        <translation>
            <numerusform>{n} Datei wird zu der dieser Version; was Sie geändert haben, bleibt.</numerusform>
            <numerusform>{n} Dateien werden zu denen dieser Version; was Sie geändert haben, bleibt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add vkconfig-py to the application menu</source>
        <translation>vkconfig-py zum Anwendungsmenü hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are written into your home folder; Remove… removes exactly these.</source>
        <comment>{n} file is written into your home folder; Remove… removes exactly this one.</comment>
        <translation>
            <numerusform>{n} Datei wird in Ihren persönlichen Ordner geschrieben; „Entfernen …“ nimmt genau diese wieder heraus.</numerusform>
            <numerusform>{n} Dateien werden in Ihren persönlichen Ordner geschrieben; „Entfernen …“ nimmt genau diese wieder heraus.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>A folder that stands for / of another system (a mounted disk, an unpacked image, what was pulled from an Android device), an export of a Windows registry (.reg), a report saved with “vkconfig-py report --json”, or the address of a machine: ssh:USER@BOX or adb:SERIAL. Nothing is installed there.</source>
        <translation>Ein Ordner, der für / eines anderen Systems steht (eingehängtes Laufwerk, entpacktes Abbild, Dateien eines Android-Geräts), ein Export einer Windows-Registry (.reg), ein mit „vkconfig-py report --json“ gespeicherter Bericht oder die Adresse eines Rechners: ssh:USER@BOX oder adb:SERIAL. Dort wird nichts installiert.</translation>
    </message>
    <message>
        <source>Reports and registry exports (*.json *.reg);;All files (*)</source>
        <translation>Berichte und Registry-Exporte (*.json *.reg);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open machine</source>
        <translation>Rechner öffnen</translation>
    </message>
    <message>
        <source>Path or address</source>
        <translation>Pfad oder Adresse</translation>
    </message>
    <message>
        <source>/mnt/disk or ssh:me@box</source>
        <translation>/mnt/disk oder ssh:ich@rechner</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Choose a root folder</source>
        <translation>Wurzelordner wählen</translation>
    </message>
    <message>
        <source>Choose a report or export</source>
        <translation>Bericht oder Export wählen</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Programmeinstellungen</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>Vorgaben wiederherstellen</translation>
    </message>
    <message>
        <source>Take back every choice above</source>
        <translation>Alle Angaben oben zurücknehmen</translation>
    </message>
    <message>
        <source>Remembered answers</source>
        <translation>Gemerkte Antworten</translation>
    </message>
    <message>
        <source>{preference}: {choice}</source>
        <translation>{preference}: {choice}</translation>
    </message>
    <message>
        <source>{preference}: back to the default</source>
        <translation>{preference}: zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>{answer}: ask or show again</source>
        <translation>{answer}: wieder fragen oder zeigen</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder anzeigen</translation>
    </message>
    <message>
        <source>Looking for programs…</source>
        <translation>Programme werden gesucht …</translation>
    </message>
    <message>
        <source>No programs found. Type a command line, or use Browse…</source>
        <translation>Keine Programme gefunden. Geben Sie eine Befehlszeile ein oder wählen Sie „Durchsuchen …“</translation>
    </message>
    <message>
        <source>Nothing in the list matches.</source>
        <translation>Nichts in der Liste passt.</translation>
    </message>
    <message>
        <source>Choose the program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>Search, or type a command: A=b program --option</source>
        <translation>Suchen oder Befehl eingeben: A=b programm --option</translation>
    </message>
    <message>
        <source>{program}: kept for every configuration that names no program</source>
        <translation>{program}: bleibt für jede Konfiguration, die kein Programm nennt</translation>
    </message>
    <message>
        <source>“{name}” has its own program: {program}</source>
        <translation>„{name}“ nennt ihr Programm: {program}</translation>
    </message>
    <message>
        <source>No program is chosen</source>
        <translation>Kein Programm gewählt</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Launch options</source>
        <translation>Startoptionen</translation>
    </message>
    <message>
        <source>Use the program chosen last</source>
        <translation>Zuletzt gewähltes Programm verwenden</translation>
    </message>
    <message>
        <source>Clear</source>
        <comment>the choice of a program</comment>
        <translation>Abwählen</translation>
    </message>
    <message>
        <source>Choose no program</source>
        <translation>Kein Programm verwenden</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>Läufe werden gelesen …</translation>
    </message>
    <message>
        <source>Nothing was run from here yet. Launch a program (F5), and its run is listed here.</source>
        <translation>Von hier wurde noch nichts gestartet. Starten Sie ein Programm (F5), dann steht sein Lauf hier.</translation>
    </message>
    <message>
        <source>Choose two runs with Ctrl to see what differs between them.</source>
        <translation>Wählen Sie mit Strg zwei Läufe, um ihre Unterschiede zu sehen.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs, the latest first</source>
        <translation>Läufe, der jüngste zuerst</translation>
    </message>
    <message>
        <source>Such as 15m, 2h or 1h30m; a year at most</source>
        <translation>Etwa 15m, 2h oder 1h30m; höchstens ein Jahr</translation>
    </message>
    <message>
        <source>15 minutes</source>
        <translation>15 Minuten</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>Another time:</source>
        <translation>Andere Zeit:</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>This window closes</source>
        <translation>Bis dieses Fenster schließt</translation>
    </message>
    <message>
        <source>I log out</source>
        <translation>Bis zur Abmeldung</translation>
    </message>
    <message>
        <source>I withdraw it manually</source>
        <translation>Bis ich sie zurücknehme</translation>
    </message>
    <message>
        <source>Withdrawn by itself when this time is over</source>
        <translation>Wird von selbst zurückgenommen, wenn diese Zeit um ist</translation>
    </message>
    <message>
        <source>Stays until you withdraw it, after a restart as well</source>
        <translation>Bleibt, bis Sie es zurücknehmen, auch nach einem Neustart</translation>
    </message>
    <message>
        <source>Not checked yet: Check asks the real loader, with just what this choice sets.</source>
        <translation>Noch nicht geprüft: „Prüfen“ fragt den echten Loader mit genau dem, was diese Wahl setzt.</translation>
    </message>
    <message>
        <source>Graphics processor</source>
        <translation>Grafikprozessor</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>keiner passt</translation>
    </message>
    <message>
        <source>Automatic: {taken}</source>
        <translation>Automatisch: {taken}</translation>
    </message>
    <message>
        <source>Custom order: check and drag them below</source>
        <translation>Eigene Reihenfolge: unten ankreuzen und ziehen</translation>
    </message>
    <message>
        <source>Devices of this configuration</source>
        <translation>Geräte dieser Konfiguration</translation>
    </message>
    <message>
        <source>All devices, in the loader&apos;s order</source>
        <translation>Alle Geräte, in der Reihenfolge des Loaders</translation>
    </message>
    <message>
        <source>Which loaders follow it when applied</source>
        <translation>Welche Loader die Auswahl nach dem Anwenden befolgen</translation>
    </message>
    <message>
        <source>Probe all</source>
        <translation>Alle testen</translation>
    </message>
    <message>
        <source>Use this device</source>
        <translation>Dieses Gerät verwenden</translation>
    </message>
    <message>
        <source>Use only this device</source>
        <translation>Nur dieses Gerät verwenden</translation>
    </message>
    <message>
        <source>Put this device first</source>
        <translation>Dieses Gerät an den Anfang</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Limits and features</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Choose devices</source>
        <comment>a tab, short</comment>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>The order in which programs get the devices, as the probe saw it.</source>
        <translation>Die Reihenfolge, in der Programme die Geräte bekommen, wie der Test sie sah.</translation>
    </message>
    <message>
        <source>Simulated: not checked with a real loader.</source>
        <translation>Simuliert: nicht mit einem echten Loader geprüft.</translation>
    </message>
    <message>
        <source>Predicted from files and variables.</source>
        <translation>Aus Dateien und Variablen vorhergesagt.</translation>
    </message>
    <message>
        <source>A sample machine: there is no loader to check with.</source>
        <translation>Ein Beispielrechner: Es gibt keinen Loader zum Prüfen.</translation>
    </message>
    <message>
        <source>The system&apos;s loader was not asked yet.</source>
        <translation>Der Loader des Systems wurde noch nicht gefragt.</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>Noch nicht geprüft.</translation>
    </message>
    <message>
        <source>The program launched at {when} loaded this chain.</source>
        <translation>Das um {when} gestartete Programm hat diese Kette geladen.</translation>
    </message>
    <message>
        <source>The real loader agreed at {when}.</source>
        <translation>Der echte Loader stimmte um {when} überein.</translation>
    </message>
    <message>
        <source>The real loader disagrees: {difference}</source>
        <translation>Der echte Loader widerspricht: {difference}</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Matching</source>
        <translation>Abgleich</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Den Namen kopieren</translation>
    </message>
    <message>
        <source>Documentation of this layer</source>
        <translation>Dokumentation dieses Layers</translation>
    </message>
    <message>
        <source>Inspector pages</source>
        <translation>Seiten des Inspektors</translation>
    </message>
    <message>
        <source>Select a row to see why it is there.</source>
        <translation>Wählen Sie eine Zeile, um zu sehen, warum sie da ist.</translation>
    </message>
    <message>
        <source>There is no manifest</source>
        <translation>Es gibt kein Manifest</translation>
    </message>
    <message>
        <source>There is no library</source>
        <translation>Es gibt keine Bibliothek</translation>
    </message>
    <message>
        <source>none, or ~/{program}-{date}.log</source>
        <translation>keine oder ~/{program}-{date}.log</translation>
    </message>
    <message>
        <source>{program}, {configuration}, {options}, {date} and {time} stand for those of the launch,
{n} for the first number that is free</source>
        <translation>{program}, {configuration}, {options}, {date} und {time} stehen für die des Starts,
{n} für die erste freie Nummer</translation>
    </message>
    <message>
        <source>no program chosen</source>
        <translation>kein Programm gewählt</translation>
    </message>
    <message>
        <source>current folder</source>
        <translation>aktueller Ordner</translation>
    </message>
    <message>
        <source>Log file</source>
        <translation>Protokolldatei</translation>
    </message>
    <message>
        <source>Append to the file, if it exists</source>
        <translation>An vorhandene Datei anhängen</translation>
    </message>
    <message>
        <source>Variables of the option set</source>
        <translation>Variablen des Optionssatzes</translation>
    </message>
    <message>
        <source>Environment of the program</source>
        <translation>Umgebung des Programms</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>Choose working folder</source>
        <translation>Arbeitsordner wählen</translation>
    </message>
    <message>
        <source>Choose log file</source>
        <translation>Protokolldatei wählen</translation>
    </message>
    <message>
        <source>Environment of the option set: wins over “{name}”</source>
        <translation>Umgebung des Optionssatzes: hat Vorrang vor „{name}“</translation>
    </message>
    <message>
        <source>Environment of “{name}”</source>
        <translation>Umgebung von „{name}“</translation>
    </message>
    <message>
        <source>Each launch writes a file such as {path}</source>
        <translation>Jeder Start schreibt eine Datei wie {path}</translation>
    </message>
    <message>
        <source>Chosen last: started with every configuration that names no program.</source>
        <translation>Zuletzt gewählt: wird mit jeder Konfiguration gestartet, die kein Programm nennt.</translation>
    </message>
    <message>
        <source>“{name}” has its own program, this one.</source>
        <translation>„{name}“ nennt dieses Programm.</translation>
    </message>
    <message>
        <source>Always start it with “{name}”</source>
        <translation>Immer mit „{name}“ starten</translation>
    </message>
    <message>
        <source>{reason}: an override does not affect it.</source>
        <translation>{reason}: Ein Override wirkt sich nicht darauf aus.</translation>
    </message>
    <message>
        <source>An override for {real} will match this program.</source>
        <translation>Ein Override für {real} wird auf dieses Programm passen.</translation>
    </message>
    <message>
        <source>Not used: {error}</source>
        <translation>Nicht verwendet: {error}</translation>
    </message>
    <message>
        <source>Printed on the program&apos;s error output. Nothing checked leaves it to the session&apos;s VK_LOADER_DEBUG.</source>
        <translation>Erscheint in der Fehlerausgabe des Programms. Ist nichts angekreuzt, gilt VK_LOADER_DEBUG der Sitzung.</translation>
    </message>
    <message>
        <source>Programs get them beside the drivers that the loader finds by itself.</source>
        <translation>Programme bekommen sie neben den Treibern, die der Loader selbst findet.</translation>
    </message>
    <message>
        <source>None are added.</source>
        <translation>Keine hinzugefügt.</translation>
    </message>
    <message>
        <source>Driver manifests (*.json);;All files (*)</source>
        <translation>Treibermanifeste (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Options of the loader</source>
        <translation>Optionen des Loaders</translation>
    </message>
    <message>
        <source>Added drivers</source>
        <translation>Hinzugefügte Treiber</translation>
    </message>
    <message>
        <source>Add file…</source>
        <translation>Datei hinzufügen …</translation>
    </message>
    <message>
        <source>Add driver manifest</source>
        <translation>Treibermanifest hinzufügen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add folder with driver manifests</source>
        <translation>Ordner mit Treibermanifesten hinzufügen</translation>
    </message>
    <message>
        <source>The loader prints</source>
        <translation>Der Loader gibt aus</translation>
    </message>
    <message>
        <source>Also: {others}</source>
        <translation>Außerdem: {others}</translation>
    </message>
    <message>
        <source>Driver manifests</source>
        <translation>Treibermanifeste</translation>
    </message>
    <message>
        <source>Folder with driver manifests</source>
        <translation>Ordner mit Treibermanifesten</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>No option set</source>
        <translation>Kein Optionssatz</translation>
    </message>
    <message>
        <source>Name of the option set</source>
        <translation>Name des Optionssatzes</translation>
    </message>
    <message>
        <source>New option set</source>
        <translation>Neuer Optionssatz</translation>
    </message>
    <message>
        <source>Duplicate the option set</source>
        <translation>Optionssatz duplizieren</translation>
    </message>
    <message>
        <source>Rename the option set</source>
        <translation>Optionssatz umbenennen</translation>
    </message>
    <message>
        <source>Delete the option set</source>
        <translation>Optionssatz löschen</translation>
    </message>
    <message>
        <source>Option set: {text}</source>
        <translation>Optionssatz: {text}</translation>
    </message>
    <message>
        <source>About the device</source>
        <translation>Über das Gerät</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Find an extension</source>
        <translation>Erweiterung suchen</translation>
    </message>
    <message>
        <source>Every extension of the device</source>
        <translation>Alle Erweiterungen des Geräts</translation>
    </message>
    <message>
        <source>Nothing matches “{sought}”.</source>
        <translation>Nichts passt zu „{sought}“.</translation>
    </message>
    <message>
        <source>This device has no extension.</source>
        <translation>Dieses Gerät hat keine Erweiterung.</translation>
    </message>
    <message>
        <source>Find a value</source>
        <translation>Wert suchen</translation>
    </message>
    <message>
        <source>Every value of the device</source>
        <translation>Alle Werte des Geräts</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alle einklappen</translation>
    </message>
    <message>
        <source>Save everything as HTML, Markdown or JSON</source>
        <translation>Alles als HTML, Markdown oder JSON speichern</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alle ausklappen</translation>
    </message>
    <message>
        <source>This device has no value.</source>
        <translation>Dieses Gerät hat keinen Wert.</translation>
    </message>
    <message>
        <source>Not probed yet.</source>
        <translation>Noch nicht getestet.</translation>
    </message>
    <message>
        <source>Only opening a library shows whether it works. Probing does that in a separate process: a crash or a hang there is a result, and harms nothing here.</source>
        <translation>Nur das Öffnen einer Bibliothek zeigt, ob sie funktioniert. Der Test tut das in einem eigenen Prozess: Ein Absturz oder Hänger dort ist ein Ergebnis und schadet hier nicht.</translation>
    </message>
    <message>
        <source>In the chain, with the layers and drivers below it</source>
        <translation>In der Kette, mit den Layern und Treibern darunter</translation>
    </message>
    <message>
        <source>Probe this</source>
        <translation>Dies testen</translation>
    </message>
    <message>
        <source>Probe again</source>
        <translation>Erneut testen</translation>
    </message>
    <message>
        <source>Probed {when} with {loader}.</source>
        <translation>Getestet {when} mit {loader}.</translation>
    </message>
    <message>
        <source>Probed {when}.</source>
        <translation>Getestet {when}.</translation>
    </message>
    <message>
        <source>What the probe found</source>
        <translation>Was der Test ergab</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Where it stopped</source>
        <translation>Wo es stehen blieb</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen …</translation>
    </message>
    <message>
        <source>Applies to every program. Add programs to limit it.</source>
        <translation>Gilt für jedes Programm. Fügen Sie Programme hinzu, um es einzuschränken.</translation>
    </message>
    <message>
        <source>All are turned off: Apply asks which programs it is for.</source>
        <translation>Alle sind ausgeschaltet: Beim Anwenden wird gefragt, für welche Programme es gilt.</translation>
    </message>
    <message>
        <source>Applying affects the programs that are turned on here.</source>
        <translation>Das Anwenden betrifft die hier eingeschalteten Programme.</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Does not match</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Known only after a launch</source>
        <translation>Erst nach einem Start bekannt</translation>
    </message>
    <message>
        <source>Cannot be started</source>
        <translation>Kann nicht gestartet werden</translation>
    </message>
    <message>
        <source>loader sees</source>
        <translation>Loader sieht</translation>
    </message>
    <message>
        <source>known only after a launch</source>
        <translation>erst nach einem Start bekannt</translation>
    </message>
    <message>
        <source>Would this program match?</source>
        <translation>Würde dieses Programm passen?</translation>
    </message>
    <message>
        <source>/usr/bin/vkcube, or a name found in PATH</source>
        <translation>/usr/bin/vkcube oder ein in PATH gefundener Name</translation>
    </message>
    <message>
        <source>Add it to the list</source>
        <translation>Zur Liste hinzufügen</translation>
    </message>
    <message>
        <source>Add program</source>
        <translation>Programm hinzufügen</translation>
    </message>
    <message>
        <source>Add a running program</source>
        <translation>Laufendes Programm hinzufügen</translation>
    </message>
    <message>
        <source>Choose program to test</source>
        <translation>Zu prüfendes Programm wählen</translation>
    </message>
    <message>
        <source>Programs of this configuration</source>
        <translation>Programme dieser Konfiguration</translation>
    </message>
    <message>
        <source>Turn it on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Program to test</source>
        <translation>Zu prüfendes Programm</translation>
    </message>
    <message>
        <source>No running program of yours uses Vulkan</source>
        <translation>Keines Ihrer laufenden Programme verwendet Vulkan</translation>
    </message>
    <message>
        <source>Test it</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Den Pfad kopieren</translation>
    </message>
    <message>
        <source>The manifest names no library that the loader can read.</source>
        <translation>Das Manifest nennt keine Bibliothek, die der Loader lesen kann.</translation>
    </message>
    <message>
        <source>Try it as a what-if; nothing is changed</source>
        <translation>Als Was-wäre-wenn ausprobieren; nichts wird geändert</translation>
    </message>
    <message>
        <source>set, but empty</source>
        <translation>gesetzt, aber leer</translation>
    </message>
    <message>
        <source>Show {place}</source>
        <translation>{place} anzeigen</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Try {name}</source>
        <translation>{name} ausprobieren</translation>
    </message>
    <message>
        <source>Try without</source>
        <translation>Ohne ausprobieren</translation>
    </message>
    <message>
        <source>Try without {name}</source>
        <translation>Ohne {name} ausprobieren</translation>
    </message>
    <message>
        <source>Copy {name}</source>
        <translation>{name} kopieren</translation>
    </message>
    <message>
        <source>Copy name and value</source>
        <translation>Name und Wert kopieren</translation>
    </message>
    <message>
        <source>Loader variables</source>
        <translation>Loader-Variablen</translation>
    </message>
    <message>
        <source>No loader variable is set.</source>
        <translation>Keine Loader-Variable ist gesetzt.</translation>
    </message>
    <message>
        <source>Not set; a layer reads it</source>
        <translation>Nicht gesetzt; ein Layer liest sie</translation>
    </message>
    <message>
        <source>Not set; the loader reads it</source>
        <translation>Nicht gesetzt; der Loader liest sie</translation>
    </message>
    <message>
        <source>NAME=value, or NAME to unset</source>
        <translation>NAME=Wert oder NAME</translation>
    </message>
    <message>
        <source>Add variable: {name}</source>
        <translation>Variable hinzufügen: {name}</translation>
    </message>
    <message>
        <source>Remove variable: {name}</source>
        <translation>Variable entfernen: {name}</translation>
    </message>
    <message>
        <source>Why, rule by rule</source>
        <translation>Warum, Regel für Regel</translation>
    </message>
    <message>
        <source>Try: {what}</source>
        <translation>Ausprobieren: {what}</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <source>Choose what to compare: two devices, configurations, reports or moments.</source>
        <translation>Wählen Sie, was verglichen wird: zwei Geräte, Konfigurationen, Berichte oder Zeitpunkte.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Leave out what is the same on both sides</source>
        <translation>Weglassen, was auf beiden Seiten gleich ist</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter: name, group, value</source>
        <translation>Filter: Name, Gruppe, Wert</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Save the lines that are shown as HTML, JSON or Markdown ({keys})</source>
        <translation>Gezeigte Zeilen als HTML, JSON oder Markdown speichern ({keys})</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>Konfigurationen</translation>
    </message>
    <message>
        <source>Saved report…</source>
        <translation>Gespeicherter Bericht …</translation>
    </message>
    <message>
        <source>This machine under another loader</source>
        <translation>Dieser Rechner mit einem anderen Loader</translation>
    </message>
    <message>
        <source>This machine then and now</source>
        <translation>Dieser Rechner damals und jetzt</translation>
    </message>
    <message>
        <source>Saved report</source>
        <translation>Gespeicherter Bericht</translation>
    </message>
    <message>
        <source>Reports (*.json);;All files (*)</source>
        <translation>Berichte (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>wählen</translation>
    </message>
    <message numerus="yes">
        <source>{n} shown.</source>
        <comment>{n} shown.</comment>
        <translation>
            <numerusform>{n} angezeigt.</numerusform>
            <numerusform>{n} angezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches “{text}”.</source>
        <translation>Nichts passt zu „{text}“.</translation>
    </message>
    <message>
        <source>Copied to the clipboard as Markdown</source>
        <translation>Als Markdown in die Zwischenablage kopiert</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>A report is saved on each machine by “vkconfig-py report --json &gt; MACHINE.json”, or by Ansible for all of them.</source>
        <translation>Ein Bericht wird auf jedem Rechner mit „vkconfig-py report --json &gt; MACHINE.json“ gespeichert oder durch Ansible für alle.</translation>
    </message>
    <message>
        <source>Only machines that differ from most</source>
        <translation>Nur Rechner, die von den meisten abweichen</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>Only files that are not reports</source>
        <translation>Nur Dateien, die kein Bericht sind</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Only the newest report of each machine</source>
        <translation>Nur der neueste Bericht jedes Rechners</translation>
    </message>
    <message>
        <source>Words that all have to occur. layer: driver: device: problem: loader: machine: file: odd:
before a word search there alone; a minus in front keeps the rows without it.</source>
        <translation>Wörter, die alle vorkommen müssen. layer: driver: device: problem: loader: machine: file: odd:
vor einem Wort suchen nur dort; ein Minus davor behält die Zeilen ohne das Wort.</translation>
    </message>
    <message>
        <source>Filter: layer, driver, device, problem …</source>
        <translation>Filter: Layer, Treiber, Gerät, Problem …</translation>
    </message>
    <message>
        <source>Saved reports</source>
        <translation>Gespeicherte Berichte</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Read every *.json file of a folder and those below it ({keys})</source>
        <translation>Jede *.json-Datei eines Ordners und der Ordner darunter lesen ({keys})</translation>
    </message>
    <message>
        <source>Rescan</source>
        <translation>Neu einlesen</translation>
    </message>
    <message>
        <source>Read the folder again ({keys})</source>
        <translation>Ordner erneut lesen ({keys})</translation>
    </message>
    <message>
        <source>Save the rows that are shown as HTML, CSV or JSON ({keys})</source>
        <translation>Gezeigte Zeilen als HTML, CSV oder JSON speichern ({keys})</translation>
    </message>
    <message>
        <source>Cancel reading</source>
        <translation>Lesen abbrechen</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Folder with saved reports</source>
        <translation>Ordner mit gespeicherten Berichten</translation>
    </message>
    <message>
        <source>Reads the reports of {name}/</source>
        <translation>Liest die Berichte von {name}/</translation>
    </message>
    <message>
        <source>{name} – saved reports</source>
        <translation>{name} – gespeicherte Berichte</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Reading: {done} of {total} files</source>
        <translation>Wird gelesen: {done} von {total} Dateien</translation>
    </message>
    <message numerus="yes">
        <source>cancelled: {n} files are not read</source>
        <comment>cancelled: {n} file is not read</comment>
        <translation>
            <numerusform>abgebrochen: {n} Datei ist nicht gelesen</numerusform>
            <numerusform>abgebrochen: {n} Dateien sind nicht gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} left out by the filter</source>
        <translation>{count} durch den Filter weggelassen</translation>
    </message>
    <message>
        <source>No row matches the filter.</source>
        <translation>Keine Zeile passt zum Filter.</translation>
    </message>
    <message>
        <source>No saved report in {folder}.
{how}</source>
        <translation>Kein gespeicherter Bericht in {folder}.
{how}</translation>
    </message>
    <message>
        <source>{file} is not a report to compare with.</source>
        <translation>{file} ist kein Bericht zum Vergleichen.</translation>
    </message>
    <message>
        <source>As &amp;HTML…</source>
        <translation>Als &amp;HTML …</translation>
    </message>
    <message>
        <source>As &amp;CSV…</source>
        <translation>Als &amp;CSV …</translation>
    </message>
    <message>
        <source>As &amp;JSON…</source>
        <translation>Als &amp;JSON …</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Saved {path}</source>
        <translation>{path} gespeichert</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Only this &amp;machine</source>
        <translation>Nur dieser &amp;Rechner</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>Datei ö&amp;ffnen</translation>
    </message>
    <message>
        <source>No program found to open {path}.</source>
        <translation>Kein Programm gefunden, das {path} öffnet.</translation>
    </message>
    <message>
        <source>Nothing added yet. Add folders or manifests to find more layers.</source>
        <translation>Noch nichts hinzugefügt. Fügen Sie Ordner oder Manifeste hinzu, um mehr Layer zu finden.</translation>
    </message>
    <message>
        <source>Added by you</source>
        <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Search layers</source>
        <translation>Layer suchen</translation>
    </message>
    <message>
        <source>Search: name, version, kind, path</source>
        <translation>Suche: Name, Version, Art, Pfad</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>Sorted by name</source>
        <translation>Nach Name sortiert</translation>
    </message>
    <message>
        <source>Add a folder or manifest</source>
        <translation>Ordner oder Manifest hinzufügen</translation>
    </message>
    <message>
        <source>cancelled, not everything was read</source>
        <translation>abgebrochen, nicht alles wurde gelesen</translation>
    </message>
    <message>
        <source>You have added no layers.</source>
        <translation>Sie haben keine Layer hinzugefügt.</translation>
    </message>
    <message>
        <source>Searching folder {number}: {place}</source>
        <translation>Ordner {number} wird durchsucht: {place}</translation>
    </message>
    <message>
        <source>Reading {done} of {total}: {place}</source>
        <translation>{done} von {total} wird gelesen: {place}</translation>
    </message>
    <message>
        <source>As the loader finds them</source>
        <translation>Wie der Loader sie findet</translation>
    </message>
    <message>
        <source>As found</source>
        <translation>Wie gefunden</translation>
    </message>
    <message>
        <source>Folder with explicit layers…</source>
        <translation>Ordner mit expliziten Layern …</translation>
    </message>
    <message>
        <source>Manifest of an explicit layer…</source>
        <translation>Manifest eines expliziten Layers …</translation>
    </message>
    <message>
        <source>Folder with implicit layers…</source>
        <translation>Ordner mit impliziten Layern …</translation>
    </message>
    <message>
        <source>Manifest of an implicit layer…</source>
        <translation>Manifest eines impliziten Layers …</translation>
    </message>
    <message>
        <source>Treat its layers as implicit</source>
        <translation>Layer daraus als implizit behandeln</translation>
    </message>
    <message>
        <source>Treat its layers as explicit</source>
        <translation>Layer daraus als explizit behandeln</translation>
    </message>
    <message>
        <source>New configuration</source>
        <translation>Neue Konfiguration</translation>
    </message>
    <message>
        <source>Find a configuration</source>
        <translation>Konfiguration suchen</translation>
    </message>
    <message>
        <source>Launches {program} with and without its layers, settings and drivers, until it is known what breaks it. Nothing on the system changes.</source>
        <translation>Startet {program} mit und ohne Layer, Einstellungen und Treiber, bis bekannt ist, woran es scheitert. Am System ändert sich nichts.</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Wird versucht …</translation>
    </message>
    <message>
        <source>Find the culprit</source>
        <translation>Verursacher finden</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>It worked</source>
        <translation>Es hat funktioniert</translation>
    </message>
    <message>
        <source>It failed</source>
        <translation>Es ist gescheitert</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Show the culprit</source>
        <translation>Verursacher anzeigen</translation>
    </message>
    <message>
        <source>Finding out what can be left out…</source>
        <translation>Es wird ermittelt, was weggelassen werden kann …</translation>
    </message>
    <message>
        <source>Trial {number}: {what}.</source>
        <translation>Versuch {number}: {what}.</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Keep {what} off for {program}</source>
        <translation>{what} für {program} ausgeschaltet lassen</translation>
    </message>
    <message>
        <source>Turn off in “{name}”</source>
        <translation>In „{name}“ ausschalten</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>without the what-if</source>
        <translation>ohne das Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Close {title}</source>
        <translation>{title} schließen</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>The chain shows what a program loads, in which order, and why.</source>
        <translation>Die Kette zeigt, was ein Programm lädt, in welcher Reihenfolge und warum.</translation>
    </message>
    <message>
        <source>Turn layers on or off, drag them into order, launch the program.</source>
        <translation>Layer ein- oder ausschalten, in die Reihenfolge ziehen, das Programm starten.</translation>
    </message>
    <message>
        <source>Apply… does the same for programs started elsewhere.</source>
        <translation>„Anwenden …“ tut dasselbe für anderswo gestartete Programme.</translation>
    </message>
    <message>
        <source>Close: Help shows it again</source>
        <translation>Schließen: Die Hilfe zeigt es wieder</translation>
    </message>
    <message>
        <source>Show the sample machine</source>
        <translation>Beispielrechner zeigen</translation>
    </message>
    <message>
        <source>Another window, in which everything can be tried</source>
        <translation>Ein weiteres Fenster, in dem alles ausprobiert werden kann</translation>
    </message>
    <message>
        <source>Add to the application menu…</source>
        <translation>Zum Anwendungsmenü hinzufügen …</translation>
    </message>
    <message>
        <source>This machine has not been scanned yet.</source>
        <translation>Dieser Rechner wurde noch nicht eingelesen.</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Shown entries</source>
        <translation>Gezeigte Einträge</translation>
    </message>
    <message>
        <source>What vkconfig-py wrote, with the way back, and what others did</source>
        <translation>Was vkconfig-py schrieb, mit dem Weg zurück, und was andere taten</translation>
    </message>
    <message>
        <source>Launcher</source>
        <translation>Starter</translation>
    </message>
    <message>
        <source>Program, arguments, working folder, environment</source>
        <translation>Programm, Argumente, Arbeitsordner, Umgebung</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Protokoll kopieren</translation>
    </message>
    <message>
        <source>Copy all rows that are shown</source>
        <translation>Alle gezeigten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Save log…</source>
        <translation>Protokoll speichern …</translation>
    </message>
    <message>
        <source>Save the whole output to a file</source>
        <translation>Die ganze Ausgabe in eine Datei speichern</translation>
    </message>
    <message>
        <source>Open {path}</source>
        <translation>{path} öffnen</translation>
    </message>
    <message>
        <source>No program is chosen. Choose one at the top, then F5 starts it.</source>
        <translation>Kein Programm gewählt. Wählen Sie oben eines, dann startet F5 es.</translation>
    </message>
    <message>
        <source>Nothing launched yet. F5 starts {name} with this configuration.</source>
        <translation>Noch nichts gestartet. F5 startet {name} mit dieser Konfiguration.</translation>
    </message>
    <message>
        <source>{command} · pid {pid}</source>
        <translation>{command} · PID {pid}</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>entry {number:,}</source>
        <translation>Eintrag {number:,}</translation>
    </message>
    <message>
        <source>Text of the entry</source>
        <translation>Text des Eintrags</translation>
    </message>
    <message numerus="yes">
        <source>… and {n:,} more characters. Copying has all of them.</source>
        <comment>… and {n:,} more character. Copying has all of them.</comment>
        <translation>
            <numerusform>… und {n:,} weiteres Zeichen. Kopieren enthält alle.</numerusform>
            <numerusform>… und {n:,} weitere Zeichen. Kopieren enthält alle.</numerusform>
        </translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Mitlesen</translation>
    </message>
    <message>
        <source>Show in the log what the layer writes into this file</source>
        <translation>Im Protokoll zeigen, was der Layer in diese Datei schreibt</translation>
    </message>
    <message>
        <source>{layer} writes to {path}</source>
        <translation>{layer} schreibt nach {path}</translation>
    </message>
    <message>
        <source>Following</source>
        <translation>Folgt</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>No messages of the validation layer yet.</source>
        <translation>Noch keine Meldungen des Validierungs-Layers.</translation>
    </message>
    <message>
        <source>Kinds of messages</source>
        <translation>Arten von Meldungen</translation>
    </message>
    <message numerus="yes">
        <source>{n} shown</source>
        <comment>{n} shown</comment>
        <translation>
            <numerusform>{n} angezeigt</numerusform>
            <numerusform>{n} angezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Only errors</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Only warnings</source>
        <translation>Nur Warnungen</translation>
    </message>
    <message>
        <source>Only information</source>
        <translation>Nur Informationen</translation>
    </message>
    <message>
        <source>Only {what}</source>
        <translation>Nur {what}</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles anzeigen</translation>
    </message>
    <message>
        <source>Go to the first error</source>
        <translation>Zum ersten Fehler</translation>
    </message>
    <message>
        <source>Copy all rows</source>
        <translation>Alle Zeilen kopieren</translation>
    </message>
    <message>
        <source>Save the whole log…</source>
        <translation>Das ganze Protokoll speichern …</translation>
    </message>
    <message>
        <source>Muted from the next launch on</source>
        <translation>Stumm ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Mute this</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Open in the specification</source>
        <translation>In der Spezifikation öffnen</translation>
    </message>
    <message>
        <source>Go to the setting</source>
        <translation>Zur Einstellung</translation>
    </message>
    <message>
        <source>Copy the identifier</source>
        <translation>Kennung kopieren</translation>
    </message>
    <message>
        <source>Only messages of this kind</source>
        <translation>Nur Meldungen dieser Art</translation>
    </message>
    <message>
        <source>Leave this message out from the next launch on (message_id_filter)</source>
        <translation>Diese Meldung ab dem nächsten Start weglassen (message_id_filter)</translation>
    </message>
    <message>
        <source>Specification</source>
        <translation>Spezifikation</translation>
    </message>
    <message>
        <source>Open the rule in the specification</source>
        <translation>Regel in der Spezifikation öffnen</translation>
    </message>
    <message>
        <source>Go to the setting with which the layer prints this message</source>
        <translation>Zur Einstellung, mit der der Layer diese Meldung ausgibt</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>All lines of the current entry (Enter)</source>
        <translation>Alle Zeilen des aktuellen Eintrags (Eingabe)</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Messages of the validation layer by kind, with their numbers</source>
        <translation>Meldungen des Validierungs-Layers nach Art, mit ihrer Anzahl</translation>
    </message>
    <message>
        <source>One kind alone</source>
        <translation>Nur eine Art</translation>
    </message>
    <message>
        <source>Show the other entries again</source>
        <translation>Die anderen Einträge wieder anzeigen</translation>
    </message>
    <message>
        <source>Source: {source}</source>
        <translation>Quelle: {source}</translation>
    </message>
    <message>
        <source>Not following</source>
        <translation>Folgt nicht</translation>
    </message>
    <message>
        <source>The newest entry is kept in view until you scroll up</source>
        <translation>Der neueste Eintrag bleibt sichtbar, bis Sie nach oben blättern</translation>
    </message>
    <message>
        <source>The view stays where it is. Click here, press End or scroll down to follow again</source>
        <translation>Die Ansicht bleibt, wo sie ist. Klicken Sie hier, drücken Sie Ende oder blättern Sie nach unten, um wieder zu folgen</translation>
    </message>
    <message>
        <source>{count:,} new</source>
        <translation>{count:,} neu</translation>
    </message>
    <message>
        <source>No browser found to open {address}.</source>
        <translation>Kein Browser gefunden, der {address} öffnet.</translation>
    </message>
    <message>
        <source>No file manager found to open {folder}.</source>
        <translation>Kein Dateimanager gefunden, der {folder} öffnet.</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Protokoll speichern</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Nothing matches these filters.</source>
        <translation>Nichts passt zu diesen Filtern.</translation>
    </message>
    <message>
        <source>Nothing matches “{text}” among: {what}.</source>
        <translation>Nichts passt zu „{text}“ unter: {what}.</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß-/Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Previous hit ({keys})</source>
        <translation>Voriger Treffer ({keys})</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>Nächster Treffer (F3)</translation>
    </message>
    <message>
        <source>Only hits</source>
        <translation>Nur Treffer</translation>
    </message>
    <message>
        <source>Only hits. Off: all entries stay in view, and hits are marked among them</source>
        <translation>Nur Treffer. Aus: Alle Einträge bleiben sichtbar, und Treffer sind darin markiert</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hits so far</source>
        <comment>{n:,} hit so far</comment>
        <translation>
            <numerusform>bisher {n:,} Treffer</numerusform>
            <numerusform>bisher {n:,} Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>{place:,} of {count:,}</source>
        <translation>{place:,} von {count:,}</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hits</source>
        <comment>{n:,} hit</comment>
        <translation>
            <numerusform>{n:,} Treffer</numerusform>
            <numerusform>{n:,} Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Gave up on {n:,} entries, where this expression takes too long.</source>
        <comment>Gave up on {n:,} entry, where this expression takes too long.</comment>
        <translation>
            <numerusform>{n:,} Eintrag aufgegeben, bei dem dieser Ausdruck zu lange braucht.</numerusform>
            <numerusform>{n:,} Einträge aufgegeben, bei denen dieser Ausdruck zu lange braucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Suchen</translation>
    </message>
    <message numerus="yes">
        <source>+{n} lines</source>
        <comment>+{n} line</comment>
        <translation>
            <numerusform>+{n} Zeile</numerusform>
            <numerusform>+{n} Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Output of the program</source>
        <translation>Ausgabe des Programms</translation>
    </message>
    <message>
        <source>Between program and drivers, the loader is missing</source>
        <translation>Zwischen Programm und Treibern fehlt der Loader</translation>
    </message>
    <message>
        <source>Loader missing</source>
        <translation>Loader fehlt</translation>
    </message>
    <message>
        <source>No Vulkan loader on this machine</source>
        <translation>Kein Vulkan-Loader auf diesem Rechner</translation>
    </message>
    <message>
        <source>Looked for libvulkan.so.1 in the library cache and the library folders. Nothing was found, so no program here can use Vulkan.</source>
        <translation>libvulkan.so.1 wurde im Bibliotheks-Cache und in den Bibliotheksordnern gesucht. Nichts gefunden: Hier kann kein Programm Vulkan verwenden.</translation>
    </message>
    <message>
        <source>Copy the command for {system}</source>
        <translation>Befehl für {system} kopieren</translation>
    </message>
    <message>
        <source>Show what a loader would find</source>
        <translation>Zeigen, was ein Loader finden würde</translation>
    </message>
    <message>
        <source>Already applied: nothing more would be written.</source>
        <translation>Bereits angewendet: Es würde nichts weiter geschrieben.</translation>
    </message>
    <message>
        <source>This configuration changes nothing.</source>
        <translation>Diese Konfiguration ändert nichts.</translation>
    </message>
    <message>
        <source>Files and variables</source>
        <translation>Dateien und Variablen</translation>
    </message>
    <message>
        <source>What would be written</source>
        <translation>Was geschrieben würde</translation>
    </message>
    <message>
        <source>What cannot be applied this way</source>
        <translation>Was so nicht angewendet werden kann</translation>
    </message>
    <message>
        <source>Applied for {whom} · {summary}</source>
        <translation>Angewendet für {whom} · {summary}</translation>
    </message>
    <message>
        <source>The file is kept; Undo or the Journal restores it.</source>
        <translation>Die Datei wird aufbewahrt; Rückgängig oder das Journal stellt sie wieder her.</translation>
    </message>
    <message>
        <source>The file itself is not changed.</source>
        <translation>Die Datei selbst wird nicht geändert.</translation>
    </message>
    <message>
        <source>Nothing else in the file is changed.</source>
        <translation>Sonst wird in der Datei nichts geändert.</translation>
    </message>
    <message>
        <source>Changed for programs of this configuration only, not for your session.</source>
        <translation>Nur für Programme dieser Konfiguration geändert, nicht für Ihre Sitzung.</translation>
    </message>
    <message>
        <source>What the fix changes</source>
        <translation>Was die Behebung ändert</translation>
    </message>
    <message>
        <source>{label} is not possible</source>
        <translation>{label} ist nicht möglich</translation>
    </message>
    <message>
        <source>{label} needs administrator rights</source>
        <translation>{label} braucht Administratorrechte</translation>
    </message>
    <message>
        <source>Look for problems again</source>
        <translation>Erneut nach Problemen suchen</translation>
    </message>
    <message>
        <source>Hide notes</source>
        <translation>Hinweise ausblenden</translation>
    </message>
    <message numerus="yes">
        <source>Show {n} hidden notes</source>
        <comment>Show {n} hidden note</comment>
        <translation>
            <numerusform>{n} ausgeblendeten Hinweis anzeigen</numerusform>
            <numerusform>{n} ausgeblendete Hinweise anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the hidden notes again</source>
        <translation>Die ausgeblendeten Hinweise wieder anzeigen</translation>
    </message>
    <message>
        <source>Hide the current notes; new notes, warnings and errors stay visible</source>
        <translation>Jetzige Hinweise ausblenden; neue Hinweise, Warnungen und Fehler bleiben sichtbar</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message numerus="yes">
        <source>No problems found in {n} files.</source>
        <comment>No problems found in {n} file.</comment>
        <translation>
            <numerusform>Keine Probleme in {n} Datei gefunden.</numerusform>
            <numerusform>Keine Probleme in {n} Dateien gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No problems but {n} hidden notes.</source>
        <comment>No problems but {n} hidden note.</comment>
        <translation>
            <numerusform>Keine Probleme außer {n} ausgeblendetem Hinweis.</numerusform>
            <numerusform>Keine Probleme außer {n} ausgeblendeten Hinweisen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide this note</source>
        <translation>Diesen Hinweis ausblenden</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>Alle stoppen</translation>
    </message>
    <message>
        <source>Close ended</source>
        <translation>Beendete schließen</translation>
    </message>
    <message>
        <source>Close {name}</source>
        <translation>{name} schließen</translation>
    </message>
    <message>
        <source>Stop {name}</source>
        <translation>{name} stoppen</translation>
    </message>
    <message>
        <source>Kill now</source>
        <translation>Sofort beenden</translation>
    </message>
    <message>
        <source>Configuration: {configuration}</source>
        <translation>Konfiguration: {configuration}</translation>
    </message>
    <message>
        <source>Option set: {options}</source>
        <translation>Optionssatz: {options}</translation>
    </message>
    <message>
        <source>Started: {time}</source>
        <translation>Gestartet: {time}</translation>
    </message>
    <message>
        <source>No running program has Vulkan loaded. One that starts, such as vkcube, appears here within two seconds.</source>
        <translation>Kein laufendes Programm hat Vulkan geladen. Eines, das startet, etwa vkcube, erscheint hier binnen zwei Sekunden.</translation>
    </message>
    <message>
        <source>explicit layer</source>
        <translation>expliziter Layer</translation>
    </message>
    <message>
        <source>implicit layer</source>
        <translation>impliziter Layer</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Laufend</translation>
    </message>
    <message>
        <source>Running programs</source>
        <translation>Laufende Programme</translation>
    </message>
    <message>
        <source>Layers and drivers</source>
        <translation>Layer und Treiber</translation>
    </message>
    <message>
        <source>Read and compare every process again</source>
        <translation>Jeden Prozess erneut lesen und vergleichen</translation>
    </message>
    <message>
        <source>Loader: none is loaded</source>
        <translation>Loader: keiner geladen</translation>
    </message>
    <message>
        <source>Loader: {path}</source>
        <translation>Loader: {path}</translation>
    </message>
    <message>
        <source>Loader {version}: {path}</source>
        <translation>Loader {version}: {path}</translation>
    </message>
    <message>
        <source>Show in What if</source>
        <translation>Im Was-wäre-wenn anzeigen</translation>
    </message>
    <message>
        <source>Choose this program</source>
        <translation>Dieses Programm wählen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Copy path of the library</source>
        <translation>Pfad der Bibliothek kopieren</translation>
    </message>
    <message>
        <source>layers, settings and drivers</source>
        <translation>Layer, Einstellungen und Treiber</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>settings and variables</source>
        <translation>Einstellungen und Variablen</translation>
    </message>
    <message>
        <source>drivers</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>works</source>
        <comment>a run that still runs after a time</comment>
        <translation>als gelungen</translation>
    </message>
    <message>
        <source>fails</source>
        <comment>a run that still runs after a time</comment>
        <translation>als gescheitert</translation>
    </message>
    <message>
        <source>and prints anything</source>
        <translation>und beliebiger Ausgabe</translation>
    </message>
    <message>
        <source>and prints</source>
        <translation>und der Ausgabe</translation>
    </message>
    <message>
        <source>and does not print</source>
        <translation>und ohne die Ausgabe</translation>
    </message>
    <message>
        <source>Exit code of a run that works</source>
        <translation>Exit-Status eines Laufs, der funktioniert</translation>
    </message>
    <message>
        <source>Seconds after which a run is ended</source>
        <translation>Sekunden, nach denen ein Lauf beendet wird</translation>
    </message>
    <message>
        <source>A run that lasts until then</source>
        <translation>Ein Lauf, der bis dahin dauert, gilt</translation>
    </message>
    <message>
        <source>Text in the output</source>
        <translation>Text in der Ausgabe</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Ask me after each run</source>
        <translation>Mich nach jedem Lauf fragen</translation>
    </message>
    <message>
        <source>What is tried</source>
        <translation>Was versucht wird</translation>
    </message>
    <message>
        <source>Runs of each trial</source>
        <translation>Läufe je Versuch</translation>
    </message>
    <message>
        <source>A run works if it</source>
        <translation>Ein Lauf gelingt mit</translation>
    </message>
    <message>
        <source>exits with</source>
        <translation>Exit-Status</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>s, a running one</source>
        <translation>s gilt ein laufender</translation>
    </message>
    <message>
        <source>Or</source>
        <translation>Oder</translation>
    </message>
    <message>
        <source>Run each trial</source>
        <translation>Jeder Versuch läuft</translation>
    </message>
    <message>
        <source>times, unless it fails</source>
        <translation>Mal, außer er scheitert</translation>
    </message>
    <message>
        <source>{pattern} ({pattern});;All files (*)</source>
        <translation>{pattern} ({pattern});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reading the manifest…</source>
        <translation>Das Manifest wird gelesen …</translation>
    </message>
    <message>
        <source>All settings are at their defaults.</source>
        <translation>Alle Einstellungen stehen auf ihrer Vorgabe.</translation>
    </message>
    <message>
        <source>Used copy</source>
        <translation>Verwendete Kopie</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur geänderte</translation>
    </message>
    <message>
        <source>Only settings that are not at their default</source>
        <translation>Nur Einstellungen, die von der Vorgabe abweichen</translation>
    </message>
    <message>
        <source>All settings of this layer back to their defaults</source>
        <translation>Alle Einstellungen dieses Layers zurück auf die Vorgabe</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>Weitere Optionen</translation>
    </message>
    <message>
        <source>Values that the layer suggests</source>
        <translation>Werte, die der Layer vorschlägt</translation>
    </message>
    <message>
        <source>Search {total} settings: name, key, text</source>
        <translation>{total} Einstellungen durchsuchen: Name, Schlüssel, Text</translation>
    </message>
    <message>
        <source>The settings in this manifest cannot be read: {problem}</source>
        <translation>Die Einstellungen in diesem Manifest sind nicht lesbar: {problem}</translation>
    </message>
    <message>
        <source>Nothing matches “{query}”.</source>
        <translation>Nichts passt zu „{query}“.</translation>
    </message>
    <message>
        <source>Show &amp;advanced and developer settings</source>
        <translation>Er&amp;weiterte und Entwicklereinstellungen anzeigen</translation>
    </message>
    <message>
        <source>&amp;Write the settings of this layer</source>
        <translation>Einstellungen dieses Layers &amp;schreiben</translation>
    </message>
    <message>
        <source>&amp;Unfold all</source>
        <translation>Alle a&amp;usklappen</translation>
    </message>
    <message>
        <source>&amp;Fold all</source>
        <translation>Alle &amp;einklappen</translation>
    </message>
    <message>
        <source>&amp;Show dismissed messages again</source>
        <translation>Ausgeblendete &amp;Meldungen wieder anzeigen</translation>
    </message>
    <message>
        <source>As the loader chooses</source>
        <translation>Wie der Loader wählt</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>Die neueste</translation>
    </message>
    <message>
        <source>Newest, {text}</source>
        <translation>Neueste, {text}</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Reset to default	Ctrl+0</source>
        <translation>Auf Vorgabe &amp;zurücksetzen	Strg+0</translation>
    </message>
    <message>
        <source>&amp;Documentation…</source>
        <translation>&amp;Dokumentation …</translation>
    </message>
    <message>
        <source>Open &amp;website</source>
        <translation>Website &amp;öffnen</translation>
    </message>
    <message>
        <source>&amp;Copy key	Ctrl+C</source>
        <translation>&amp;Schlüssel kopieren	Strg+C</translation>
    </message>
    <message>
        <source>Copy &amp;value</source>
        <translation>&amp;Wert kopieren</translation>
    </message>
    <message>
        <source>Copy name in the settings &amp;file</source>
        <translation>Namen in der Einstellungsda&amp;tei kopieren</translation>
    </message>
    <message>
        <source>Copy name as v&amp;ariable</source>
        <translation>Namen als V&amp;ariable kopieren</translation>
    </message>
    <message>
        <source>Copy name on &amp;Android</source>
        <translation>Namen unter A&amp;ndroid kopieren</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Do not show this again</source>
        <translation>Dies nicht mehr anzeigen</translation>
    </message>
    <message>
        <source>Documentation of this setting</source>
        <translation>Dokumentation dieser Einstellung</translation>
    </message>
    <message>
        <source>Select a setting to read what it does.</source>
        <translation>Wählen Sie eine Einstellung, um zu lesen, was sie tut.</translation>
    </message>
    <message>
        <source>This layer is off: its settings have no effect until it is on.</source>
        <translation>Dieser Layer ist aus: Seine Einstellungen wirken erst, wenn er ein ist.</translation>
    </message>
    <message>
        <source>These are environment variables: they reach programs started from here.</source>
        <translation>Dies sind Umgebungsvariablen: Sie erreichen von hier gestartete Programme.</translation>
    </message>
    <message>
        <source>You have no such file yet. A launch uses a private one; Apply creates yours.</source>
        <translation>Sie haben noch keine Datei. Ein Start bringt eine eigene mit; Anwenden legt Ihre an.</translation>
    </message>
    <message>
        <source>Based on {path}. A launch uses a copy with your changes; Apply changes the file.</source>
        <translation>Beruht auf {path}. Ein Start verwendet eine Kopie mit Ihren Änderungen; Anwenden ändert die Datei.</translation>
    </message>
    <message>
        <source>Write them</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>&amp;Configuration</source>
        <comment>a menu</comment>
        <translation>&amp;Konfiguration</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <comment>a menu</comment>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>C&amp;hain</source>
        <comment>a menu</comment>
        <translation>K&amp;ette</translation>
    </message>
    <message>
        <source>&amp;Probe</source>
        <comment>a menu</comment>
        <translation>&amp;Test</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <comment>a menu</comment>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <comment>a menu</comment>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <comment>a menu</comment>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>&amp;Umbenennen …</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move do&amp;wn</source>
        <translation>Nach un&amp;ten</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>Datei ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open re&amp;ports…</source>
        <translation>Beri&amp;chte öffnen …</translation>
    </message>
    <message>
        <source>Open &amp;machine…</source>
        <translation>&amp;Rechner öffnen …</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>&amp;Use an existing vk_layer_settings.txt…</source>
        <translation>&amp;Vorhandene vk_layer_settings.txt verwenden …</translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all &amp;built-in ones</source>
        <translation>Alle &amp;mitgelieferten zurücksetzen</translation>
    </message>
    <message>
        <source>Add layer &amp;folder…</source>
        <translation>Layer-Ordner &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>Add layer &amp;manifest…</source>
        <translation>Layer-Man&amp;ifest hinzufügen …</translation>
    </message>
    <message>
        <source>Add my &amp;build…</source>
        <translation>&amp;Selbst gebauten Layer hinzufügen …</translation>
    </message>
    <message>
        <source>&amp;Generate…</source>
        <translation>&amp;Generieren …</translation>
    </message>
    <message>
        <source>&amp;Apply…</source>
        <translation>&amp;Anwenden …</translation>
    </message>
    <message>
        <source>&amp;Withdraw</source>
        <translation>Zurüc&amp;knehmen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Copy &amp;reason and file</source>
        <translation>&amp;Grund und Datei kopieren</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>&amp;Programmeinstellungen …</translation>
    </message>
    <message>
        <source>&amp;Search everything…</source>
        <translation>&amp;Alles durchsuchen …</translation>
    </message>
    <message>
        <source>&amp;Find in this pane</source>
        <translation>In diesem Bereich &amp;suchen</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Move with the arrow keys</source>
        <translation>&amp;Mit den Pfeiltasten verschieben</translation>
    </message>
    <message>
        <source>Re&amp;set layer order</source>
        <translation>Layer-Reihenfolge &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Remove from the configuration</source>
        <translation>Aus der Konfiguration entfe&amp;rnen</translation>
    </message>
    <message>
        <source>Show “other la&amp;yers” row</source>
        <translation>Zeile „Andere &amp;Layer“ anzeigen</translation>
    </message>
    <message>
        <source>&amp;Generate for this layer…</source>
        <translation>Für diesen La&amp;yer generieren …</translation>
    </message>
    <message>
        <source>&amp;Auto</source>
        <translation>&amp;Auto</translation>
    </message>
    <message>
        <source>&amp;On</source>
        <translation>&amp;Ein</translation>
    </message>
    <message>
        <source>O&amp;ff</source>
        <translation>Au&amp;s</translation>
    </message>
    <message>
        <source>View: this &amp;launch</source>
        <translation>Ansicht: d&amp;ieser Start</translation>
    </message>
    <message>
        <source>View: applied to this &amp;program</source>
        <translation>Ansicht: für dieses &amp;Programm angewendet</translation>
    </message>
    <message>
        <source>View: applied to the l&amp;isted programs</source>
        <translation>Ansicht: für die au&amp;fgeführten Programme angewendet</translation>
    </message>
    <message>
        <source>View: applied to &amp;every program</source>
        <translation>Ansicht: für &amp;jedes Programm angewendet</translation>
    </message>
    <message>
        <source>View: environment &amp;variables only</source>
        <translation>Ansicht: nur Umgebungs&amp;variablen</translation>
    </message>
    <message>
        <source>Resca&amp;n</source>
        <translation>&amp;Neu einlesen</translation>
    </message>
    <message>
        <source>&amp;Check with the real loader</source>
        <translation>Mit dem e&amp;chten Loader prüfen</translation>
    </message>
    <message>
        <source>Check &amp;after applying</source>
        <translation>Nac&amp;h dem Anwenden prüfen</translation>
    </message>
    <message>
        <source>&amp;What if</source>
        <translation>&amp;Was-wäre-wenn</translation>
    </message>
    <message>
        <source>Copy w&amp;hat-if to configuration</source>
        <translation>Annahmen in die &amp;Konfiguration übernehmen</translation>
    </message>
    <message>
        <source>Rese&amp;t what-if</source>
        <translation>Was-wäre-wenn zurückse&amp;tzen</translation>
    </message>
    <message>
        <source>Com&amp;pare…</source>
        <translation>Ver&amp;gleichen …</translation>
    </message>
    <message>
        <source>Loader varia&amp;bles</source>
        <translation>Loader-Varia&amp;blen</translation>
    </message>
    <message>
        <source>Loader: log and added dri&amp;vers</source>
        <translation>Loader: Protokoll und zus&amp;ätzliche Treiber</translation>
    </message>
    <message>
        <source>&amp;Probe this</source>
        <translation>Dies &amp;testen</translation>
    </message>
    <message>
        <source>Probe &amp;all</source>
        <translation>&amp;Alle testen</translation>
    </message>
    <message>
        <source>&amp;Cancel probing</source>
        <translation>Testen a&amp;bbrechen</translation>
    </message>
    <message>
        <source>Choose de&amp;vices…</source>
        <translation>Geräte &amp;wählen …</translation>
    </message>
    <message>
        <source>&amp;Use only this device</source>
        <translation>&amp;Nur dieses Gerät verwenden</translation>
    </message>
    <message>
        <source>Put this device &amp;first</source>
        <translation>Dieses Gerät an den An&amp;fang</translation>
    </message>
    <message>
        <source>Chec&amp;k the choice of devices</source>
        <translation>Gerätewahl prü&amp;fen</translation>
    </message>
    <message>
        <source>All devices, in the &amp;loader&apos;s order</source>
        <translation>Alle Geräte, in der Reihenfolge des &amp;Loaders</translation>
    </message>
    <message>
        <source>Copy device as &amp;JSON</source>
        <translation>Gerät als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>&amp;Export device…</source>
        <translation>Gerät &amp;exportieren …</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>S&amp;toppen</translation>
    </message>
    <message>
        <source>Stop a&amp;ll</source>
        <translation>&amp;Alle stoppen</translation>
    </message>
    <message>
        <source>Cl&amp;ose ended runs</source>
        <translation>&amp;Beendete Läufe schließen</translation>
    </message>
    <message>
        <source>Launch without &amp;implicit layers</source>
        <translation>Ohne &amp;implizite Layer starten</translation>
    </message>
    <message>
        <source>Launch without &amp;any layer</source>
        <translation>Ohne jeden &amp;Layer starten</translation>
    </message>
    <message>
        <source>Launch with o&amp;ne driver only…</source>
        <translation>Nur mit &amp;einem Treiber starten …</translation>
    </message>
    <message>
        <source>&amp;Choose program…</source>
        <translation>&amp;Programm wählen …</translation>
    </message>
    <message>
        <source>Launch &amp;options</source>
        <translation>Start&amp;optionen</translation>
    </message>
    <message>
        <source>Compare &amp;runs…</source>
        <translation>L&amp;äufe vergleichen …</translation>
    </message>
    <message>
        <source>For&amp;get what it requested</source>
        <translation>Seine Anforderungen &amp;vergessen</translation>
    </message>
    <message>
        <source>Find the cu&amp;lprit…</source>
        <translation>Ve&amp;rursacher finden …</translation>
    </message>
    <message>
        <source>Copy variables as &amp;bash</source>
        <translation>Variablen für bas&amp;h kopieren</translation>
    </message>
    <message>
        <source>Copy variables as &amp;fish</source>
        <translation>Variablen für &amp;fish kopieren</translation>
    </message>
    <message>
        <source>Copy variables as &amp;PowerShell</source>
        <translation>Variablen für Po&amp;werShell kopieren</translation>
    </message>
    <message>
        <source>Copy variables as c&amp;md</source>
        <translation>Variablen für c&amp;md kopieren</translation>
    </message>
    <message>
        <source>Copy as S&amp;team launch options</source>
        <translation>Als Steam-Startoptionen &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy as .&amp;desktop file</source>
        <translation>Als .&amp;desktop-Datei kopieren</translation>
    </message>
    <message>
        <source>Copy as s&amp;ystemd user unit</source>
        <translation>Als s&amp;ystemd-User-Unit kopieren</translation>
    </message>
    <message>
        <source>Copy for &amp;VS Code&apos;s launch.json</source>
        <translation>Für die launch.&amp;json von VS Code kopieren</translation>
    </message>
    <message>
        <source>Copy as L&amp;utris configuration</source>
        <translation>Als L&amp;utris-Konfiguration kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;Heroic configuration</source>
        <translation>Als Heroi&amp;c-Konfiguration kopieren</translation>
    </message>
    <message>
        <source>&amp;Launcher</source>
        <translation>&amp;Starter</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>&amp;Probleme</translation>
    </message>
    <message>
        <source>P&amp;review</source>
        <translation>&amp;Vorschau</translation>
    </message>
    <message>
        <source>&amp;Journal</source>
        <translation>&amp;Journal</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>La&amp;yer</translation>
    </message>
    <message>
        <source>R&amp;unning</source>
        <translation>Lau&amp;fende Programme</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>Previou&amp;s pane</source>
        <translation>Vo&amp;riger Bereich</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>&amp;Hoher Kontrast</translation>
    </message>
    <message>
        <source>Less &amp;motion</source>
        <translation>Weniger &amp;Bewegung</translation>
    </message>
    <message>
        <source>S&amp;tyle of the desktop</source>
        <translation>S&amp;til der Arbeitsumgebung</translation>
    </message>
    <message>
        <source>&amp;Help on this</source>
        <translation>&amp;Hilfe hierzu</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>&amp;Bug report…</source>
        <translation>&amp;Fehlerbericht …</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>Ü&amp;ber</translation>
    </message>
    <message>
        <source>The program that Launch starts, and whose chain is shown</source>
        <translation>Das Programm, das gestartet und dessen Kette gezeigt wird</translation>
    </message>
    <message>
        <source>Stop every program that was launched here and runs</source>
        <translation>Jedes hier gestartete und laufende Programm stoppen</translation>
    </message>
    <message>
        <source>Close the logs of all runs that are over</source>
        <translation>Protokolle aller beendeten Läufe schließen</translation>
    </message>
    <message>
        <source>What was run from here, and what differs between two runs</source>
        <translation>Was von hier gestartet wurde und worin zwei Läufe sich unterscheiden</translation>
    </message>
    <message>
        <source>Predict the program as if no launch had shown what it requests itself</source>
        <translation>Programm vorhersagen, als hätte kein Start gezeigt, was es selbst anfordert</translation>
    </message>
    <message>
        <source>Safe mode: once without implicit layers; nothing is saved</source>
        <translation>Abgesicherter Modus: einmal ohne implizite Layer; nichts wird gespeichert</translation>
    </message>
    <message>
        <source>Safe mode: once without any layer; nothing is saved</source>
        <translation>Abgesicherter Modus: einmal ohne jeden Layer; nichts wird gespeichert</translation>
    </message>
    <message>
        <source>Safe mode: once with one driver only; nothing is saved</source>
        <translation>Abgesicherter Modus: einmal mit nur einem Treiber; nichts wird gespeichert</translation>
    </message>
    <message>
        <source>Commands, layers, settings, variables, extensions, limits, configurations, files</source>
        <translation>Befehle, Layer, Einstellungen, Variablen, Erweiterungen, Grenzwerte, Konfigurationen, Dateien</translation>
    </message>
    <message>
        <source>Show another machine: a root folder, a saved report, or through ssh</source>
        <translation>Anderen Rechner zeigen: ein Wurzelordner, ein gespeicherter Bericht oder über ssh</translation>
    </message>
    <message>
        <source>Use this configuration also for programs that are started elsewhere</source>
        <translation>Diese Konfiguration auch für Programme verwenden, die anderswo gestartet werden</translation>
    </message>
    <message>
        <source>See the chain under another loader, program or variable; nothing is written</source>
        <translation>Kette mit anderem Loader, Programm oder anderer Variable ansehen; nichts wird geschrieben</translation>
    </message>
    <message>
        <source>Also where the desktop does not ask for it</source>
        <translation>Auch wenn die Arbeitsumgebung es nicht verlangt</translation>
    </message>
    <message>
        <source>Nothing moves or blinks, also where the desktop does not ask for it</source>
        <translation>Nichts bewegt sich oder blinkt, auch wenn die Arbeitsumgebung es nicht verlangt</translation>
    </message>
    <message>
        <source>Menus and questions look as in other programs; painted rows stay as they are</source>
        <translation>Menüs und Fragen sehen aus wie in anderen Programmen; gezeichnete Zeilen bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Ask the real loader by itself whether it does what was applied</source>
        <translation>Den echten Loader von selbst fragen, ob er tut, was angewendet wurde</translation>
    </message>
    <message>
        <source>Saved reports of many machines as a table: sorted, filtered, compared, exported</source>
        <translation>Gespeicherte Berichte vieler Rechner als Tabelle: sortiert, gefiltert, verglichen, exportiert</translation>
    </message>
    <message>
        <source>A layer that you develop: first in the chain, and probed when it is rebuilt</source>
        <translation>Ein Layer, den Sie schreiben: als erster in der Kette und nach jedem Build neu geprüft</translation>
    </message>
    <message>
        <source>Two devices, configurations, loaders or reports in columns: what differs</source>
        <translation>Zwei Geräte, Konfigurationen, Loader oder Berichte in Spalten: die Unterschiede</translation>
    </message>
    <message>
        <source>Chain, reasons, problems and files in one file, without your names</source>
        <translation>Kette, Gründe, Probleme und Dateien in einer Datei, ohne Ihre Namen</translation>
    </message>
    <message>
        <source>Open every driver and layer in a separate process, and see which work</source>
        <translation>Jeden Treiber und Layer in einem eigenen Prozess öffnen und sehen, welche funktionieren</translation>
    </message>
    <message>
        <source>What the launched program and the loader print</source>
        <translation>Was das gestartete Programm und der Loader ausgeben</translation>
    </message>
    <message>
        <source>What is wrong on this machine, and how to repair it</source>
        <translation>Was auf diesem Rechner nicht stimmt und wie es zu beheben ist</translation>
    </message>
    <message>
        <source>Files and variables that would be written</source>
        <translation>Dateien und Variablen, die geschrieben würden</translation>
    </message>
    <message>
        <source>What was written, and how to undo it</source>
        <translation>Was geschrieben wurde und wie es rückgängig gemacht wird</translation>
    </message>
    <message>
        <source>Finds by trials which layer, driver or setting breaks the program</source>
        <translation>Findet durch Versuche, an welchem Layer, Treiber oder welcher Einstellung das Programm scheitert</translation>
    </message>
    <message>
        <source>Every copy of every layer, and folders of your own</source>
        <translation>Jede Kopie jedes Layers und Ihre eigenen Ordner</translation>
    </message>
    <message>
        <source>What running programs have loaded of Vulkan, beside what is predicted</source>
        <translation>Was laufende Programme von Vulkan geladen haben, neben der Vorhersage</translation>
    </message>
    <message>
        <source>Enter changes it, Delete removes it</source>
        <translation>Eingabe ändert es, Entf entfernt es</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message>
        <source>No suggestions. Type a value.</source>
        <translation>Keine Vorschläge. Geben Sie einen Wert ein.</translation>
    </message>
    <message>
        <source>The other program only moves its files: copy the file here instead</source>
        <translation>Das andere Programm verschiebt seine Dateien nur: Kopieren Sie die Datei stattdessen hierher</translation>
    </message>
    <message>
        <source>Only files and folders of this machine can be dropped here</source>
        <translation>Hier können nur Dateien und Ordner dieses Rechners abgelegt werden</translation>
    </message>
    <message>
        <source>“{names}” is still applied</source>
        <translation>„{names}“ ist noch angewendet</translation>
    </message>
    <message>
        <source>It will keep affecting {programs} after you close this window.</source>
        <translation>Es wirkt weiter auf {programs}, nachdem Sie dieses Fenster geschlossen haben.</translation>
    </message>
    <message>
        <source>Withdraw and close</source>
        <translation>Zurücknehmen und schließen</translation>
    </message>
    <message>
        <source>Leave it and close</source>
        <translation>Bestehen lassen und schließen</translation>
    </message>
    <message>
        <source>Always do this</source>
        <translation>Immer so verfahren</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>… und {count} weitere</translation>
    </message>
    <message>
        <source>If you close the window now, what you changed since the last save is lost.</source>
        <translation>Wenn Sie das Fenster jetzt schließen, geht verloren, was Sie seit dem letzten Speichern geändert haben.</translation>
    </message>
    <message>
        <source>Your changes could not be saved</source>
        <translation>Ihre Änderungen konnten nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Remove this file?</source>
        <translation>Diese Datei entfernen?</translation>
    </message>
    <message>
        <source>It will no longer affect programs. The file is kept in the journal and can be restored.</source>
        <translation>Sie wirkt nicht mehr auf Programme. Das Journal bewahrt die Datei auf und kann sie wiederherstellen.</translation>
    </message>
    <message>
        <source>Remove what vkconfig-py wrote into this file?</source>
        <translation>Entfernen, was vkconfig-py in diese Datei geschrieben hat?</translation>
    </message>
    <message>
        <source>Everything else in it stays. The file as it is now is kept in the journal and can be restored.</source>
        <translation>Alles andere darin bleibt. Das Journal bewahrt die jetzige Datei auf und kann sie wiederherstellen.</translation>
    </message>
    <message>
        <source>{program} is still running</source>
        <translation>{program} läuft noch</translation>
    </message>
    <message>
        <source>Closing this window stops it and its child processes.</source>
        <translation>Beim Schließen dieses Fensters werden es und seine Kindprozesse gestoppt.</translation>
    </message>
    <message>
        <source>{count} programs are still running</source>
        <translation>{count} Programme laufen noch</translation>
    </message>
    <message>
        <source>Closing this window stops {names}, and their child processes.</source>
        <translation>Beim Schließen dieses Fensters werden {names} und ihre Kindprozesse gestoppt.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Stoppen und schließen</translation>
    </message>
    <message>
        <source>It is asked to end (SIGTERM). What it has not saved may be lost.</source>
        <translation>Es wird gebeten, sich zu beenden (SIGTERM). Nicht Gespeichertes kann verloren gehen.</translation>
    </message>
    <message>
        <source>Stop {program}, process {pid}?</source>
        <translation>{program}, Prozess {pid}, stoppen?</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message numerus="yes">
        <source>… and {n} more files</source>
        <comment>… and {n} more file</comment>
        <translation>
            <numerusform>… und {n} weitere Datei</numerusform>
            <numerusform>… und {n} weitere Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal keeps what is there now.</source>
        <translation>Das Journal bewahrt auf, was jetzt dort steht.</translation>
    </message>
    <message>
        <source>Restore {who}?</source>
        <translation>{who} wiederherstellen?</translation>
    </message>
    <message>
        <source>Probing runs the code of drivers and layers: it loads each library, creates an instance and a device, and destroys them again.

Each one runs in a separate process with a time limit. A crash or a hang is a result, and this window is not affected. As in every program, libraries may write files of their own, such as caches.

Nothing is probed unless you ask for it. Results are kept until a file changes.</source>
        <translation>Der Test führt Code der Treiber und Layer aus: Er lädt jede Bibliothek, erzeugt eine Instanz und ein Gerät und zerstört sie wieder.

Jeder läuft in einem eigenen Prozess mit einer Zeitgrenze. Ein Absturz oder Hänger ist ein Ergebnis, und dieses Fenster ist nicht betroffen. Wie in jedem Programm können Bibliotheken eigene Dateien schreiben, etwa Zwischenspeicher.

Nichts wird getestet, ohne dass Sie es verlangen. Ergebnisse bleiben, bis sich eine Datei ändert.</translation>
    </message>
    <message>
        <source>Probe drivers and layers?</source>
        <translation>Treiber und Layer testen?</translation>
    </message>
    <message>
        <source>Probe</source>
        <comment>a command</comment>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Add a folder that cannot be read?</source>
        <translation>Einen Ordner hinzufügen, der nicht lesbar ist?</translation>
    </message>
    <message>
        <source>Add a folder without layers?</source>
        <translation>Einen Ordner ohne Layer hinzufügen?</translation>
    </message>
    <message>
        <source>No layer manifest was found in it.</source>
        <translation>Darin wurde kein Layer-Manifest gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>No layer manifest was found in it, nor in {n} folders below it.</source>
        <comment>No layer manifest was found in it, nor in {n} folder below it.</comment>
        <translation>
            <numerusform>Darin und in {n} Ordner darunter wurde kein Layer-Manifest gefunden.</numerusform>
            <numerusform>Darin und in {n} Ordnern darunter wurde kein Layer-Manifest gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>You can add it anyway: layers that are put there later are found.</source>
        <translation>Sie können ihn trotzdem hinzufügen: Später abgelegte Layer werden gefunden.</translation>
    </message>
    <message>
        <source>Do not add</source>
        <translation>Nicht hinzufügen</translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation>Nicht importiert</translation>
    </message>
    <message>
        <source>These files, or parts of them, are not supported or are interpreted differently.</source>
        <translation>Diese Dateien oder Teile davon werden nicht unterstützt oder anders gedeutet.</translation>
    </message>
    <message>
        <source>Notes, one line each</source>
        <translation>Hinweise, je Zeile einer</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Applied to this system</source>
        <translation>Auf dieses System angewendet</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>Menü (F10)</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Apply…</source>
        <translation>Anwenden …</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Launch with less: without layers, or with one driver only</source>
        <translation>Mit weniger starten: ohne Layer oder mit nur einem Treiber</translation>
    </message>
    <message>
        <source>Program: {name}</source>
        <translation>Programm: {name}</translation>
    </message>
    <message>
        <source>Cancel probing</source>
        <translation>Testen abbrechen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Angebot</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Layer manifests (*.json);;All files (*)</source>
        <translation>Layer-Manifeste (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Folder with explicit layers</source>
        <translation>Ordner mit expliziten Layern</translation>
    </message>
    <message>
        <source>Folder with implicit layers</source>
        <translation>Ordner mit impliziten Layern</translation>
    </message>
    <message>
        <source>Manifest of an explicit layer</source>
        <translation>Manifest eines expliziten Layers</translation>
    </message>
    <message>
        <source>Manifest of an implicit layer</source>
        <translation>Manifest eines impliziten Layers</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was added.</source>
        <translation>Abgebrochen. Nichts wurde hinzugefügt.</translation>
    </message>
    <message numerus="yes">
        <source>{n} folders</source>
        <comment>{n} folder</comment>
        <translation>
            <numerusform>{n} Ordner</numerusform>
            <numerusform>{n} Ordner</numerusform>
        </translation>
    </message>
    <message>
        <source>Already added: {what}</source>
        <translation>Bereits hinzugefügt: {what}</translation>
    </message>
    <message>
        <source>Added: {what}</source>
        <translation>Hinzugefügt: {what}</translation>
    </message>
    <message>
        <source>Libraries and manifests (*.so *.so.* *.json);;All files (*)</source>
        <translation>Bibliotheken und Manifeste (*.so *.so.* *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add my build</source>
        <translation>Selbst gebauten Layer hinzufügen</translation>
    </message>
    <message>
        <source>Copied: {first}</source>
        <translation>Kopiert: {first}</translation>
    </message>
    <message>
        <source>This configuration needs no variables.</source>
        <translation>Diese Konfiguration braucht keine Variablen.</translation>
    </message>
    <message>
        <source>Copied, but variables cannot express everything: {left}</source>
        <translation>Kopiert, aber Variablen können nicht alles ausdrücken: {left}</translation>
    </message>
    <message>
        <source>Now, as of the last scan</source>
        <translation>Jetzt (letzter Stand)</translation>
    </message>
    <message>
        <source>Configurations and settings (*.json *.txt *.sh *.bat *.cmd *.fish *.ps1);;All files (*)</source>
        <translation>Konfigurationen und Einstellungen (*.json *.txt *.sh *.bat *.cmd *.fish *.ps1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Layer settings (vk_layer_settings.txt *.txt);;All files (*)</source>
        <translation>Layer-Einstellungen (vk_layer_settings.txt *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Configuration of VkConfig (*.json)</source>
        <translation>Konfiguration von VkConfig (*.json)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Reset all built-in ones</source>
        <translation>Alle mitgelieferten zurücksetzen</translation>
    </message>
    <message>
        <source>Generate…</source>
        <translation>Generieren …</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen …</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Use an existing vk_layer_settings.txt…</source>
        <translation>Vorhandene vk_layer_settings.txt verwenden …</translation>
    </message>
    <message>
        <source>Stop using {name}</source>
        <translation>{name} nicht mehr verwenden</translation>
    </message>
    <message>
        <source>Reset to the shipped version</source>
        <translation>Auf die ausgelieferte Fassung zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to loader defaults</source>
        <translation>Auf Vorgaben des Loaders zurücksetzen</translation>
    </message>
    <message>
        <source>Reset “{name}”.</source>
        <translation>„{name}“ zurückgesetzt.</translation>
    </message>
    <message>
        <source>Reset the built-in configurations.</source>
        <translation>Die mitgelieferten Konfigurationen wurden zurückgesetzt.</translation>
    </message>
    <message>
        <source>The built-in configurations are unchanged.</source>
        <translation>Die mitgelieferten Konfigurationen sind unverändert.</translation>
    </message>
    <message>
        <source>Reset layer order of “{name}”</source>
        <translation>Layer-Reihenfolge von „{name}“ zurücksetzen</translation>
    </message>
    <message>
        <source>Export “{name}”</source>
        <translation>„{name}“ exportieren</translation>
    </message>
    <message>
        <source>{path} cannot be written: {error}</source>
        <translation>{path} kann nicht geschrieben werden: {error}</translation>
    </message>
    <message>
        <source>Every driver the loader finds</source>
        <translation>Jeder Treiber, den der Loader findet</translation>
    </message>
    <message>
        <source>Only {name}</source>
        <translation>Nur {name}</translation>
    </message>
    <message>
        <source>Only {name} ({file})</source>
        <translation>Nur {name} ({file})</translation>
    </message>
    <message>
        <source>Find the culprit…</source>
        <translation>Verursacher finden …</translation>
    </message>
    <message>
        <source>Kept off in “{name}”. Apply… makes that hold for programs started elsewhere.</source>
        <translation>In „{name}“ ausgeschaltet. „Anwenden …“ macht das auch für anderswo gestartete Programme wirksam.</translation>
    </message>
    <message>
        <source>{name} ended by {signal}.</source>
        <translation>{name} durch {signal} beendet.</translation>
    </message>
    <message>
        <source>{program} ended</source>
        <translation>{program} ist beendet</translation>
    </message>
    <message>
        <source>“{configuration}” is not applied any more</source>
        <translation>„{configuration}“ ist nicht mehr angewendet</translation>
    </message>
    <message>
        <source>Its time has ended: withdrawn.</source>
        <translation>Die Frist ist abgelaufen: zurückgenommen.</translation>
    </message>
    <message>
        <source>A what-if cannot be probed. Close What if (F9) to probe this machine.</source>
        <translation>Ein Was-wäre-wenn kann nicht getestet werden. Schließen Sie es (F9), um diesen Rechner zu testen.</translation>
    </message>
    <message>
        <source>Select a driver, a device or a layer to probe it.</source>
        <translation>Wählen Sie einen Treiber, ein Gerät oder einen Layer zum Testen.</translation>
    </message>
    <message>
        <source>Copied {name} as JSON.</source>
        <translation>{name} als JSON kopiert.</translation>
    </message>
    <message>
        <source>Export device</source>
        <translation>Gerät exportieren</translation>
    </message>
    <message>
        <source>{step}: done.</source>
        <translation>{step}: erledigt.</translation>
    </message>
    <message>
        <source>Copied to the clipboard</source>
        <translation>In die Zwischenablage kopiert</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>No web browser found to open {address}</source>
        <translation>Kein Webbrowser gefunden, der {address} öffnet</translation>
    </message>
    <message>
        <source>Not a web address: {address}</source>
        <translation>Keine Webadresse: {address}</translation>
    </message>
    <message>
        <source>Cannot be dropped</source>
        <translation>Kann nicht abgelegt werden</translation>
    </message>
    <message numerus="yes">
        <source>{n} files</source>
        <comment>{n} file</comment>
        <translation>
            <numerusform>{n} Datei</numerusform>
            <numerusform>{n} Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to this machine</source>
        <translation>Zurück zu diesem Rechner</translation>
    </message>
    <message>
        <source>Open machine…</source>
        <translation>Rechner öffnen …</translation>
    </message>
    <message>
        <source>Reading what is installed there…</source>
        <translation>Was dort installiert ist, wird gelesen …</translation>
    </message>
    <message>
        <source>Waiting for the answer… If ssh asks for a password or a confirmation, it does so in the terminal that vkconfig-py was started in, or through SSH_ASKPASS.</source>
        <translation>Es wird auf die Antwort gewartet … Fragt ssh nach einem Passwort oder einer Bestätigung, dann im Terminal, in dem vkconfig-py gestartet wurde, oder über SSH_ASKPASS.</translation>
    </message>
    <message>
        <source>shown only: nothing is applied or launched there</source>
        <translation>nur Ansicht: Dort wird nichts angewendet oder gestartet</translation>
    </message>
    <message>
        <source>Opening {opening}</source>
        <translation>{opening} wird geöffnet</translation>
    </message>
    <message>
        <source>{name} – another machine</source>
        <translation>{name} – anderer Rechner</translation>
    </message>
    <message>
        <source>Another machine: {name}. {what} · {read_only}</source>
        <translation>Anderer Rechner: {name}. {what} · {read_only}</translation>
    </message>
    <message>
        <source>Another machine: {short}</source>
        <translation>Anderer Rechner: {short}</translation>
    </message>
    <message>
        <source>{what} · read-only</source>
        <translation>{what} · nur lesbar</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
    <message>
        <source>No problems found in what is here</source>
        <translation>Keine Probleme in dem gefunden, was hier ist</translation>
    </message>
    <message numerus="yes">
        <source>{n} problems</source>
        <comment>{n} problem</comment>
        <translation>
            <numerusform>{n} Problem</numerusform>
            <numerusform>{n} Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot open {file}: it is not here.</source>
        <translation>{file} kann nicht geöffnet werden: Die Datei ist nicht hier.</translation>
    </message>
    <message>
        <source>sample machine</source>
        <translation>Beispielrechner</translation>
    </message>
    <message>
        <source>The probe after the last start did not end: a driver may have stopped the desktop. Probes wait for you again.</source>
        <translation>Der Test nach dem letzten Start endete nicht: Vielleicht hat ein Treiber die Arbeitsumgebung angehalten. Tests warten wieder auf Sie.</translation>
    </message>
    <message>
        <source>Qt has no style for this desktop here: both look the same.</source>
        <translation>Qt hat hier keinen Stil für diese Arbeitsumgebung: Beides sieht gleich aus.</translation>
    </message>
    <message>
        <source>Copied for {game}: paste it in Steam, in the game&apos;s Properties, under Launch options.</source>
        <translation>Kopiert für {game}: in Steam in den Eigenschaften des Spiels unter „Startoptionen“ einfügen.</translation>
    </message>
    <message numerus="yes">
        <source>{variables} are set in “{name}”, for its programs.</source>
        <comment>{variables} is set in “{name}”, for its programs.</comment>
        <translation>
            <numerusform>{variables} ist in „{name}“ für ihre Programme gesetzt.</numerusform>
            <numerusform>{variables} sind in „{name}“ für ihre Programme gesetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Limits and extensions of devices are found after Probe all (Shift+F8).</source>
        <translation>Grenzwerte und Erweiterungen von Geräten werden nach „Alle testen“ (Umschalt+F8) gefunden.</translation>
    </message>
    <message>
        <source>Command, layer, setting, variable, extension, limit, file</source>
        <translation>Befehl, Layer, Einstellung, Variable, Erweiterung, Grenzwert, Datei</translation>
    </message>
    <message>
        <source>No driver found</source>
        <translation>Kein Treiber gefunden</translation>
    </message>
    <message>
        <source>Launch with only</source>
        <translation>Starten nur mit</translation>
    </message>
    <message>
        <source>There is no configuration “{name}”.</source>
        <translation>Es gibt keine Konfiguration „{name}“.</translation>
    </message>
    <message>
        <source>Withdrawn. Nothing is applied to the system.</source>
        <translation>Zurückgenommen. Auf das System ist nichts angewendet.</translation>
    </message>
    <message>
        <source>Launch the program with this configuration (F5)</source>
        <translation>Programm mit dieser Konfiguration starten (F5)</translation>
    </message>
    <message>
        <source>libvulkan {version} · {bits}-bit</source>
        <translation>libvulkan {version} · {bits} Bit</translation>
    </message>
    <message>
        <source>No loader found · predicted for {version}</source>
        <translation>Kein Loader gefunden · vorhergesagt für {version}</translation>
    </message>
    <message numerus="yes">
        <source>{n} loaders</source>
        <comment>{n} loader</comment>
        <translation>
            <numerusform>{n} Loader</numerusform>
            <numerusform>{n} Loader</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} manifests read</source>
        <comment>{n} manifest read</comment>
        <translation>
            <numerusform>{n} Manifest gelesen</numerusform>
            <numerusform>{n} Manifeste gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} variables</source>
        <comment>{n} variable</comment>
        <translation>
            <numerusform>{n} Variable</numerusform>
            <numerusform>{n} Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop {name} and its children ({keys})</source>
        <translation>{name} und seine Kindprozesse stoppen ({keys})</translation>
    </message>
    <message>
        <source>{name} does not end by itself: kill it</source>
        <translation>{name} endet nicht von selbst: sofort beenden</translation>
    </message>
    <message>
        <source>{name} was asked to end</source>
        <translation>{name} wurde aufgefordert, sich zu beenden</translation>
    </message>
    <message>
        <source>{count} running</source>
        <translation>{count} laufend</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Asking the real loader</source>
        <translation>Der echte Loader wird gefragt</translation>
    </message>
    <message>
        <source>A what-if is not checked with a real loader.</source>
        <translation>Ein Was-wäre-wenn wird nicht mit einem echten Loader geprüft.</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Sample machine</source>
        <translation>Beispielrechner</translation>
    </message>
    <message>
        <source>There is no loader to check with</source>
        <translation>Es gibt keinen Loader zum Prüfen</translation>
    </message>
    <message>
        <source>The real loader loads the predicted chain.</source>
        <translation>Der echte Loader lädt die vorhergesagte Kette.</translation>
    </message>
    <message>
        <source>The program that was launched loaded the predicted chain.</source>
        <translation>Das gestartete Programm hat die vorhergesagte Kette geladen.</translation>
    </message>
    <message>
        <source>Verified {when}</source>
        <translation>Bestätigt {when}</translation>
    </message>
    <message>
        <source>Explained</source>
        <translation>Erklärt</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Weicht ab</translation>
    </message>
    <message>
        <source>Cannot check</source>
        <translation>Nicht prüfbar</translation>
    </message>
    <message>
        <source>Probed with {mainly}</source>
        <translation>Getestet mit {mainly}</translation>
    </message>
    <message>
        <source>Predicted from files and variables. Press to ask the real loader (F7).</source>
        <translation>Aus Dateien und Variablen vorhergesagt. Drücken, um den echten Loader zu fragen (F7).</translation>
    </message>
    <message>
        <source>This chain was not checked: press to ask (F7).</source>
        <translation>Diese Kette wurde nicht geprüft: Drücken, um zu fragen (F7).</translation>
    </message>
    <message>
        <source>What was applied was checked with the real loader at {when}: it does what is predicted.</source>
        <translation>Das Angewendete wurde um {when} mit dem echten Loader geprüft: Er tut, was vorhergesagt ist.</translation>
    </message>
    <message>
        <source>Checked {when}</source>
        <translation>Geprüft {when}</translation>
    </message>
    <message>
        <source>What was applied was checked with the real loader at {when}.</source>
        <translation>Das Angewendete wurde um {when} mit dem echten Loader geprüft.</translation>
    </message>
    <message>
        <source>Applied differs</source>
        <translation>Angewendetes weicht ab</translation>
    </message>
    <message>
        <source>Fails when probed</source>
        <translation>Scheitert im Test</translation>
    </message>
    <message>
        <source>Probe differs</source>
        <translation>Test weicht ab</translation>
    </message>
    <message>
        <source>Verified by probe</source>
        <translation>Durch Test bestätigt</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>{name} ended: {how}</source>
        <translation>{name} ist beendet: {how}</translation>
    </message>
    <message>
        <source>&amp;Undo {label}</source>
        <translation>&amp;Rückgängig: {label}</translation>
    </message>
    <message>
        <source>&amp;Redo {label}</source>
        <translation>&amp;Wiederholen: {label}</translation>
    </message>
    <message>
        <source>This desktop shows no tray now, so there is no icon, and closing the window ends the program.</source>
        <translation>Diese Arbeitsumgebung zeigt gerade keinen Systemabschnitt: Es gibt kein Symbol, und Schließen beendet das Programm.</translation>
    </message>
    <message>
        <source>Withdraw all</source>
        <translation>Alles zurücknehmen</translation>
    </message>
    <message>
        <source>Show window</source>
        <translation>Fenster anzeigen</translation>
    </message>
    <message>
        <source>Launch {program}</source>
        <translation>{program} starten</translation>
    </message>
    <message>
        <source>Stop {program}</source>
        <translation>{program} stoppen</translation>
    </message>
    <message>
        <source>Layers cannot be moved in a what-if. Close What if (F9) to move them.</source>
        <translation>In einem Was-wäre-wenn können Layer nicht verschoben werden. Schließen Sie es dazu (F9).</translation>
    </message>
    <message>
        <source>A what-if is not applied, so it was closed. F9 opens it again.</source>
        <translation>Ein Was-wäre-wenn wird nicht angewendet und wurde daher geschlossen. F9 öffnet es wieder.</translation>
    </message>
    <message>
        <source>Launched as configured, without the what-if. F9 opens it again.</source>
        <translation>Wie konfiguriert gestartet, ohne das Was-wäre-wenn. F9 öffnet es wieder.</translation>
    </message>
    <message>
        <source>There is no folder {root}.</source>
        <translation>Es gibt keinen Ordner {root}.</translation>
    </message>
    <message>
        <source>What if closed.</source>
        <translation>Was-wäre-wenn geschlossen.</translation>
    </message>
    <message>
        <source>What if: {about}</source>
        <translation>Was-wäre-wenn: {about}</translation>
    </message>
</context>
</TS>
