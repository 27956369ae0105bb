"""Names of keys as layers read them: those of X keysyms, such as Shift_R and F12.

MangoHud and vkBasalt give each name to XStringToKeysym. Names are those of keysymdef.h without XK_;
it takes U and the hexadecimal code for any other character, too.
"""

from __future__ import annotations

from collections.abc import Sequence

# The first keysym of a run, and the names of the run.
_KEYSYM_RANGES = (
    (
        0x0020,
        "space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft "
        "parenright asterisk plus comma minus period slash 0 1 2 3 4 5 6 7 8 9 colon "
        "semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V "
        "W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f "
        "g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde",
    ),
    (
        0x00A0,
        "nobreakspace exclamdown cent sterling currency yen brokenbar section diaeresis "
        "copyright ordfeminine guillemotleft notsign hyphen registered macron degree "
        "plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla "
        "onesuperior masculine guillemotright onequarter onehalf threequarters questiondown "
        "Agrave Aacute Acircumflex Atilde Adiaeresis Aring AE Ccedilla Egrave Eacute "
        "Ecircumflex Ediaeresis Igrave Iacute Icircumflex Idiaeresis ETH Ntilde Ograve Oacute "
        "Ocircumflex Otilde Odiaeresis multiply Oslash Ugrave Uacute Ucircumflex Udiaeresis "
        "Yacute THORN ssharp agrave aacute acircumflex atilde adiaeresis aring ae ccedilla "
        "egrave eacute ecircumflex ediaeresis igrave iacute icircumflex idiaeresis eth ntilde "
        "ograve oacute ocircumflex otilde odiaeresis division oslash ugrave uacute "
        "ucircumflex udiaeresis yacute thorn ydiaeresis",
    ),
    (0xFE03, "ISO_Level3_Shift"),
    (0xFE11, "ISO_Level5_Shift"),
    (0xFF08, "BackSpace Tab Linefeed Clear"),
    (0xFF0D, "Return"),
    (0xFF13, "Pause Scroll_Lock Sys_Req"),
    (0xFF1B, "Escape"),
    (0xFF20, "Multi_key Kanji Muhenkan Henkan_Mode"),
    (0xFF50, "Home Left Up Right Down Prior Next End Begin"),
    (0xFF60, "Select Print Execute Insert"),
    (0xFF65, "Undo Redo Menu Find Cancel Help Break"),
    (0xFF7E, "Mode_switch Num_Lock KP_Space"),
    (0xFF89, "KP_Tab"),
    (0xFF8D, "KP_Enter"),
    (
        0xFF91,
        "KP_F1 KP_F2 KP_F3 KP_F4 KP_Home KP_Left KP_Up KP_Right KP_Down KP_Prior KP_Next "
        "KP_End KP_Begin KP_Insert KP_Delete",
    ),
    (
        0xFFAA,
        "KP_Multiply KP_Add KP_Separator KP_Subtract KP_Decimal KP_Divide KP_0 KP_1 KP_2 KP_3 "
        "KP_4 KP_5 KP_6 KP_7 KP_8 KP_9",
    ),
    (
        0xFFBD,
        "KP_Equal F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 "
        "F22 F23 F24 F25 F26 F27 F28 F29 F30 F31 F32 F33 F34 F35 Shift_L Shift_R Control_L "
        "Control_R Caps_Lock Shift_Lock Meta_L Meta_R Alt_L Alt_R Super_L Super_R Hyper_L "
        "Hyper_R",
    ),
    (0xFFFF, "Delete"),
)
_NAME_BY_KEYSYM = {
    first + number: name
    for first, names in _KEYSYM_RANGES
    for number, name in enumerate(names.split())
}
_MODIFIER_KEYSYMS = range(0xFFE1, 0xFFEF)  # Shift_L to Hyper_R
_LEVEL_SHIFT_KEYSYMS = (0xFE03, 0xFE11)  # AltGr, and its like of other keyboards
_UNICODE_KEYSYMS = 0x01000000  # above it a keysym is the code of a character
_BACK_TAB_KEYSYM, _TAB_KEYSYM = 0xFE20, 0xFF09


def is_modifier(keysym: int) -> bool:
    """True for a key that is held while another one is pressed."""
    return keysym in _MODIFIER_KEYSYMS or keysym in _LEVEL_SHIFT_KEYSYMS


def name_key(keysym: int) -> str:
    """Return the name of a key, or "" if layers know none. Letters are those without Shift."""
    if keysym == _BACK_TAB_KEYSYM:
        keysym = _TAB_KEYSYM
    if keysym > _UNICODE_KEYSYMS:
        return f"U{keysym - _UNICODE_KEYSYMS:04X}"
    name = _NAME_BY_KEYSYM.get(keysym, "")
    return name.lower() if len(name) == 1 else name


def join_keys(keysyms: Sequence[int], *, is_single: bool) -> str:
    """Return pressed keys as a layer reads them: modifiers first, joined by +, or the last one."""
    ordered = sorted(dict.fromkeys(keysyms), key=lambda keysym: not is_modifier(keysym))
    names = [name for name in map(name_key, ordered) if name]
    return "".join(names[-1:]) if is_single else "+".join(names)
