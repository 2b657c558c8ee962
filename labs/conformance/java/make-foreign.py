"""Makes the PDFs of other programs in samples/foreign/. Needs Python with weasyprint, typst, reportlab, fpdf2 and pikepdf, and the font DejaVu Sans."""

import datetime
import os

import pikepdf
import typst
import weasyprint
from fpdf import FPDF
from pikepdf import Array, Dictionary, Name, String
from reportlab.lib.colors import CMYKColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples", "foreign")
IMAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")
os.environ["SOURCE_DATE_EPOCH"] = "1764201600"

HTML = '<html lang="en"><title>Invoice</title><style>body { font-family: DejaVu Sans }</style><h1>Invoice</h1><p style="opacity: .5">Half</p><a href="https://example.com/">link</a><img src="alpha.png" alt="x">'
DRAWING = '<html lang="en"><title>Drawing</title><style>body { font-family: DejaVu Sans }</style><svg width="90" height="90"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".5"/></linearGradient></defs><rect width="90" height="90" fill="url(#g)"/></svg>'
TYPST = "#set document(title: [Invoice], date: datetime(year: 2026, month: 11, day: 27))\n= Invoice\nText with *bold* and $x^2$ and #link(\"https://example.com/\")[a link].\n#table(columns: 2)[a][b]"


def path(name):
    return os.path.join(FOLDER, f"{name}.pdf")


def make_with_programs():
    document = weasyprint.HTML(string=HTML, base_url=IMAGES + "/")
    document.write_pdf(path("weasyprint"))
    document.write_pdf(path("weasyprint-3b"), pdf_variant="pdf/a-3b")
    document.write_pdf(path("weasyprint-ua"), pdf_variant="pdf/ua-1")
    drawing = weasyprint.HTML(string=DRAWING)
    drawing.write_pdf(path("weasyprint-drawing"), pdf_variant="pdf/a-3u")
    source = os.path.join(FOLDER, "document.typ")
    with open(source, "w") as file:
        file.write(TYPST)
    typst.compile(source, output=path("typst"))
    typst.compile(source, output=path("typst-2b"), pdf_standards="a-2b", sys_inputs={})
    os.remove(source)

    page = canvas.Canvas(path("reportlab"), invariant=1)
    page.drawString(100, 700, "Not embedded")
    page.drawImage(os.path.join(IMAGES, "alpha.png"), 100, 500, mask="auto")
    page.acroForm.textfield(name="name", x=100, y=400)
    page.save()
    pdfmetrics.registerFont(TTFont("DejaVu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    page = canvas.Canvas(path("reportlab-embedded"), invariant=1)
    page.setFont("DejaVu", 20)
    page.drawString(100, 700, "Räder")
    page.save()
    page = canvas.Canvas(path("reportlab-cmyk"), invariant=1)
    page.setFillColor(CMYKColor(0, 1, 1, 0))
    page.rect(100, 100, 200, 200, fill=1)
    page.save()
    page = canvas.Canvas(path("reportlab-drawing"), invariant=1, pdfVersion=(1, 4))
    page.setFillColorRGB(1, 0, 0, 0.5)
    page.rect(100, 100, 200, 200, fill=1)
    page.linearGradient(0, 0, 300, 300, ("red", "blue"))
    page.drawImage(os.path.join(IMAGES, "rgb.jpg"), 100, 500)
    page.drawImage(os.path.join(IMAGES, "cmyk.jpg"), 200, 500)
    page.save()

    page = FPDF()
    page.set_creation_date(datetime.datetime(2026, 11, 27, tzinfo=datetime.UTC))
    page.add_page()
    page.add_font("DejaVu", fname="/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    page.set_font("DejaVu", size=20)
    page.cell(text="Räder in a font that is embedded", link="https://example.com/")
    page.image(os.path.join(IMAGES, "gray-alpha.png"))
    page.output(path("fpdf2"))


def change(name, edit, **options):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 200))
    pdf.pages[0].obj.Resources = Dictionary()
    pdf.pages[0].obj.Contents = pdf.make_stream(b"q 0 0 9 9 re f Q")
    edit(pdf, pdf.pages[0])
    pdf.save(path(name), deterministic_id=options.get("encryption") is None, **options)


def set_catalog(key, value):
    return lambda pdf, page: pdf.Root.__setitem__(key, value(pdf) if callable(value) else value)


def add_annotation(**entries):
    def edit(pdf, page):
        made = Dictionary(Rect=Array([10, 10, 60, 60]), **entries)
        page.obj.Annots = Array([*page.obj.get("/Annots", []), made])

    return edit


def add_content(content):
    return lambda pdf, page: page.contents_add(content)


def add_resource(kind, name, make, content):
    def edit(pdf, page):
        resources = page.obj.Resources
        if kind not in resources:
            resources[kind] = Dictionary()
        resources[kind][name] = make(pdf)
        page.contents_add(content)

    return edit


def stream(pdf, data=b"", **entries):
    made = pdf.make_stream(data)
    for key, value in entries.items():
        made["/" + key] = value
    return made


def type_3(pdf):
    glyph = stream(pdf, b"500 0 d0 1 0 0 1 k 0 0 400 400 re f")
    entries = {"FontBBox": Array([0, 0, 500, 500]), "FontMatrix": Array([0.001, 0, 0, 0.001, 0, 0]), "CharProcs": Dictionary(a=glyph)}
    encoding = Dictionary(Type=Name.Encoding, Differences=Array([97, Name("/a")]))
    return Dictionary(Type=Name.Font, Subtype=Name.Type3, Encoding=encoding, FirstChar=97, LastChar=97, Widths=Array([500]), **entries)


def image(pdf, **entries):
    return stream(pdf, b"\x80" * 64, Type=Name.XObject, Subtype=Name.Image, Width=4, Height=4, BitsPerComponent=8, **entries)


def make_with_changes():
    """Each has one thing that PDF/A does not allow, or none, written as few programs write it."""
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    action = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
    tint = lambda pdf: pdf.make_indirect(Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1))
    cmyk_function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0, 0, 0, 0]), C1=Array([1, 0, 0, 0]))
    spot = lambda pdf: Array([Name.Separation, Name("/Gold"), Name.DeviceCMYK, cmyk_function])
    draw = b"q 50 0 0 50 0 0 cm /Im9 Do Q"
    optional = lambda pdf: Dictionary(OCGs=Array([pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Layer")))]), D=Dictionary())
    group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    signature = Dictionary(FT=Name.Sig, T=String("s"), V=Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), Contents=b"\0" * 64, ByteRange=Array([0, 1, 2, 3])))
    changes = {
        "javascript": set_catalog("/OpenAction", action),
        "javascript-names": set_catalog("/Names", Dictionary(JavaScript=Dictionary(Names=Array([String("a"), action])))),
        "layers": set_catalog("/OCProperties", optional),
        "signed": set_catalog("/AcroForm", lambda pdf: Dictionary(SigFlags=3, Fields=Array([pdf.make_indirect(signature)]))),
        "attachment": lambda pdf, page: pdf.attachments.__setitem__("a.txt", b"text"),
        "note-without-type": add_annotation(Subtype=Name.Text, Contents=String("note")),
        "link-without-type": add_annotation(Subtype=Name.Link, A=Dictionary(S=Name.URI, URI=String("https://example.com/"))),
        "link-hidden": add_annotation(Subtype=Name.Link, F=2),
        "link-with-appearance": add_annotation(Subtype=Name.Link, F=4, AP=Dictionary(N=Dictionary())),
        "movie": add_annotation(Subtype=Name.Movie, F=4),
        "stamp": add_annotation(Subtype=Name.Stamp, F=4),
        "file-annotation": add_annotation(Subtype=Name.FileAttachment, F=4),
        "widget": add_annotation(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Btn, T=String("b"), F=4),
        "standard-font": add_resource("/Font", "/F9", lambda pdf: helvetica, b"BT /F9 12 Tf (x) Tj ET"),
        "type-3-font": add_resource("/Font", "/F9", type_3, b"BT /F9 12 Tf (a) Tj ET"),
        "font-without-resource": add_content(b"BT /Nothing 12 Tf (x) Tj ET"),
        "unknown-operator": add_content(b"1 2 foo"),
        "inline-image": add_content(b"BI /W 1 /H 1 /BPC 8 /CS /CMYK ID abcd EI"),
        "inline-image-gray": add_content(b"BI /W 1 /H 1 /BPC 8 /CS /G ID a EI"),
        "colour-cmyk": add_content(b"0 1 1 0 k 0 0 9 9 re f"),
        "colour-cmyk-by-name": add_content(b"/DeviceCMYK cs 0 1 1 0 sc 0 0 9 9 re f"),
        "colour-pattern-cmyk": add_resource("/ColorSpace", "/C9", lambda pdf: Array([Name.Pattern, Name.DeviceCMYK]), b"/C9 cs"),
        "colour-separation": add_resource("/ColorSpace", "/C9", spot, b"/C9 cs 1 sc 0 0 9 9 re f"),
        "colour-lab": add_resource("/ColorSpace", "/C9", lambda pdf: Array([Name.Lab, Dictionary(WhitePoint=Array([0.95, 1, 1.09]))]), b"/C9 cs 1 0 0 sc 0 0 9 9 re f"),
        "colour-icc-empty": add_resource("/ColorSpace", "/C9", lambda pdf: Array([Name.ICCBased, stream(pdf, b"", N=3)]), b"/C9 cs 1 0 0 sc 0 0 9 9 re f"),
        "rendering-intent": add_content(b"/Strange ri"),
        "image-jpx": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Name.DeviceRGB, Filter=Name.JPXDecode), draw),
        "image-cmyk": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Name.DeviceCMYK), draw),
        "image-interpolate": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Name.DeviceGray, Interpolate=True), draw),
        "image-alternates": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Name.DeviceGray, Alternates=Array([])), draw),
        "image-intent": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Name.DeviceGray, Intent=Name.Strange), draw),
        "image-depth": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"\0" * 64, Type=Name.XObject, Subtype=Name.Image, Width=4, Height=4, BitsPerComponent=3, ColorSpace=Name.DeviceGray), draw),
        "image-indexed-cmyk": add_resource("/XObject", "/Im9", lambda pdf: image(pdf, ColorSpace=Array([Name.Indexed, Name.DeviceCMYK, 0, b"\0\0\0\0"])), draw),
        "form-postscript": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"", Type=Name.XObject, Subtype=Name.PS), b"/Im9 Do"),
        "form-reference": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), Ref=Dictionary(F=String("x"), Page=0)), b"/Im9 Do"),
        "form-opi": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), OPI=Dictionary()), b"/Im9 Do"),
        "form-cmyk": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"0 0 0 1 K", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9])), b"/Im9 Do"),
        "form-without-type": add_resource("/XObject", "/Im9", lambda pdf: stream(pdf, b"0 0 0 1 K", Subtype=Name.Form, BBox=Array([0, 0, 9, 9])), b"/Im9 Do"),
        "state-blend": add_resource("/ExtGState", "/G9", lambda pdf: Dictionary(BM=Name.Strange), b"/G9 gs"),
        "state-transfer": add_resource("/ExtGState", "/G9", lambda pdf: Dictionary(TR=Name.Identity), b"/G9 gs"),
        "state-halftone": add_resource("/ExtGState", "/G9", lambda pdf: Dictionary(HT=Dictionary(HalftoneType=6)), b"/G9 gs"),
        "state-intent": add_resource("/ExtGState", "/G9", lambda pdf: Dictionary(RI=Name.Strange), b"/G9 gs"),
        "state-mask-transfer": add_resource("/ExtGState", "/G9", lambda pdf: Dictionary(SMask=Dictionary(S=Name.Luminosity, G=stream(pdf, b"", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), Group=group))), b"/G9 gs"),
        "shading-cmyk": add_resource("/Shading", "/S9", lambda pdf: Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([0, 0, 9, 9]), Function=cmyk_function), b"/S9 sh"),
        "pattern-cmyk": add_resource("/Pattern", "/P9", lambda pdf: stream(pdf, b"1 0 0 0 k", PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 9, 9]), XStep=9, YStep=9, Resources=Dictionary()), b"/Pattern cs /P9 scn 0 0 9 9 re f"),
        "group-cmyk": lambda pdf, page: page.obj.__setitem__("/Group", group),
        "page-action": lambda pdf, page: page.obj.__setitem__("/AA", Dictionary(O=action)),
        "page-small": lambda pdf, page: page.obj.__setitem__("/MediaBox", Array([0, 0, 2, 2])),
        "page-presentation": lambda pdf, page: page.obj.__setitem__("/PresSteps", Dictionary()),
        "page-metadata": lambda pdf, page: page.obj.__setitem__("/Metadata", stream(pdf, b"not XMP", Type=Name.Metadata, Subtype=Name.XML)),
        "deep-states": add_content(b"q " * 40 + b"Q " * 40),
        "long-string": add_content(b"/Span <</ActualText (" + b"x" * 40_000 + b")>> BDC EMC"),
        "odd-hexadecimal": add_content(b"/Span <</X <123>>> BDC EMC"),
        "long-name": add_content(b"/" + b"n" * 200 + b" BMC EMC"),
    }
    for name, edit in changes.items():
        change(name, edit)
    nothing = lambda pdf, page: None
    change("encrypted", nothing, encryption=pikepdf.Encryption(owner="o", user="u"))
    change("object-streams", nothing, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    change("linearized", nothing, linearize=True)
    change("version-2", nothing, force_version="2.0")
    change("uncompressed", nothing, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)


os.makedirs(FOLDER, exist_ok=True)
make_with_programs()
make_with_changes()
