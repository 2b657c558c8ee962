"""Makes the fonts and images of the corpus in samples/. Needs Python with fonttools, brotli and pillow."""

import io
import os
import struct

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image, ImageCms

FOLDER = os.path.join(os.path.dirname(__file__), "samples")
CHARACTERS = {"A": 0x41, "B": 0x42, "f": 0x66, "i": 0x69, "space": 0x20, "icon": 0xE001}


def box(left, bottom, right, top):
    pen = TTGlyphPen(None)
    for point in [(left, bottom), (left, top), (right, top), (right, bottom)]:
        pen.lineTo(point) if pen.points else pen.moveTo(point)
    pen.closePath()
    return pen.glyph()


def font(name, embedding=0):
    """Makes a font of rectangles. `embedding` is fsType of OS/2: 2 forbids embedding."""
    glyphs = {".notdef": box(50, 0, 450, 700), "A": box(50, 0, 450, 600), "B": box(50, 0, 250, 300), "f": box(50, 0, 150, 600)}
    glyphs |= {"i": box(50, 0, 120, 400), "f_i": box(50, 0, 350, 600), "icon": box(50, 100, 450, 500), "space": TTGlyphPen(None).glyph()}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code: glyph for glyph, code in CHARACTERS.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({glyph: (500, 50) for glyph in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(fsType=embedding, sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    return builder


def save_font(builder, name, flavor=None):
    builder.font.flavor = flavor
    # The same script writes the same bytes.
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.font.save(os.path.join(FOLDER, name))


def make_fonts():
    save_font(font("Restricted", embedding=2), "restricted.ttf")
    save_font(font("Plain"), "plain.ttf")
    save_font(font("N" * 150), "long-name.ttf")
    save_font(font("Räder 字/(x)#"), "strange-name.ttf")

    ligatures = font("Ligatures")
    addOpenTypeFeaturesFromString(ligatures.font, "feature liga { sub f i by f_i; } liga;")
    save_font(ligatures, "ligatures.woff2", "woff2")

    layers = font("Layers")
    layers.setupCOLR({"A": [("A", 0), ("B", 1)]})
    layers.setupCPAL([[(0.8, 0, 0, 1), (0, 0, 0.8, 0.5)]])
    save_font(layers, "colr-0.ttf")

    gradients = font("Gradients")
    stops = [{"StopOffset": 0, "PaletteIndex": 0, "Alpha": 1}, {"StopOffset": 1, "PaletteIndex": 1, "Alpha": 1}]
    line = {"Extend": "pad", "ColorStop": stops}
    fill = {"Format": 4, "ColorLine": line, "x0": 50, "y0": 0, "x1": 450, "y1": 600, "x2": 50, "y2": 600}
    gradients.font["COLR"] = buildCOLR({"A": {"Format": 10, "Glyph": "A", "Paint": fill}}, version=1)
    gradients.font["CPAL"] = buildCPAL([[(0.8, 0, 0, 1), (0, 0, 0.8, 1)]])
    save_font(gradients, "colr-1.ttf")

    pictures = font("Pictures")
    table = newTable("sbix")
    strike = Strike(ppem=64, resolution=72)
    strike.glyphs = {"A": Glyph(glyphName="A", graphicType="png ", imageData=encode(picture("RGBA"), "PNG"))}
    table.strikes = {64: strike}
    pictures.font["sbix"] = table
    save_font(pictures, "sbix.ttf")

    drawings = font("Drawings")
    svg = newTable("SVG ")
    svg.docList = [('<svg xmlns="http://www.w3.org/2000/svg"><rect id="glyph1" width="400" height="600" fill="red"/></svg>', 1, 1)]
    drawings.font["SVG "] = svg
    save_font(drawings, "svg-in-opentype.ttf")

    variable = font("Variable")
    variable.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    wide = TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (0, 0), (40, 0), (40, 0), None, None, None, None])
    variable.setupGvar({"A": [wide]})
    save_font(variable, "variable.ttf")


def picture(mode):
    image = Image.new("RGBA", (16, 16))
    for x in range(16):
        for y in range(16):
            image.putpixel((x, y), (x * 16, y * 16, 128, 255 - 8 * x))
    if mode == "RGBA":
        return image
    return image.convert("RGB").convert(mode)


def encode(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def profile(space, version, kind=b"mntr"):
    """Makes an ICC profile with the header of a colour space. Readers accept it as a profile."""
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[8:10] = bytes(version)
    made[12:16], made[16:20] = kind, space
    # The date is fixed, so that the bytes stay the same.
    made[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    return bytes(made)


def save(name, data):
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)


def make_images():
    rgb, gray, cmyk = (picture(mode) for mode in ["RGB", "L", "CMYK"])
    save("rgb.jpg", encode(rgb, "JPEG"))
    save("progressive.jpg", encode(rgb, "JPEG", progressive=True))
    save("gray.jpg", encode(gray, "JPEG"))
    save("cmyk.jpg", encode(cmyk, "JPEG"))
    save("icc-2.jpg", encode(rgb, "JPEG", icc_profile=profile(b"RGB ", (2, 0x10))))
    save("icc-4.jpg", encode(rgb, "JPEG", icc_profile=profile(b"RGB ", (4, 0x30))))
    save("icc-5.jpg", encode(rgb, "JPEG", icc_profile=profile(b"RGB ", (5, 0))))
    save("icc-abstract.jpg", encode(rgb, "JPEG", icc_profile=profile(b"RGB ", (4, 0x30), b"abst")))
    save("icc-gray.jpg", encode(gray, "JPEG", icc_profile=profile(b"GRAY", (4, 0x30))))
    save("icc-cmyk.jpg", encode(cmyk, "JPEG", icc_profile=profile(b"CMYK", (4, 0x30), b"prtr")))
    save("icc-of-another-space.jpg", encode(rgb, "JPEG", icc_profile=profile(b"CMYK", (4, 0x30), b"prtr")))
    save("icc-damaged.jpg", encode(rgb, "JPEG", icc_profile=b"not a profile" * 20))
    turned = Image.Exif()
    turned[0x0112] = 6
    save("turned.jpg", encode(rgb, "JPEG", exif=turned))
    save("rgb.jp2", encode(rgb, "JPEG2000"))
    save("gray-16.png", encode(gray.convert("I;16"), "PNG"))
    save("rgb-16.png", png_of_16_bits())
    save("palette.png", encode(rgb.quantize(8), "PNG", transparency=0))
    save("alpha.png", encode(picture("RGBA"), "PNG"))
    save("gray-alpha.png", encode(picture("RGBA").convert("LA"), "PNG"))
    save("icc-4.png", encode(rgb, "PNG", icc_profile=profile(b"RGB ", (4, 0x30))))
    save("one-bit.png", encode(rgb.convert("1"), "PNG"))
    save("lossy.webp", encode(picture("RGBA"), "WEBP"))
    save("image.avif", encode(rgb, "AVIF"))
    save("image.gif", encode(rgb.quantize(8), "GIF"))
    save("image.bmp", encode(rgb, "BMP"))


def png_of_16_bits():
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(struct.pack(">3H", x * 4096 + 7, y * 4096 + 9, 32768) for x in range(16)) for y in range(16))
    header = struct.pack(">2I5B", 16, 16, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


os.makedirs(FOLDER, exist_ok=True)
make_fonts()
make_images()
