import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;

/**
 * Reads lines "schema TAB rules,rules TAB file" and prints the names of the rules that each file breaks.
 * XSD means that the schema does not allow the file. ERROR means that the rules ended with an error.
 */
class Judge {
  private static final Processor PROCESSOR = new Processor(false);
  private static final Map<String, XsltExecutable> RULES = new HashMap<>();
  private static final Map<String, Schema> SCHEMAS = new HashMap<>();

  public static void main(String[] args) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] parts = line.split("\t");
      TreeSet<String> broken = new TreeSet<>();
      String xml = Files.readString(Path.of(parts[2]));
      if (!fits(parts[0], xml)) broken.add("XSD");
      for (String rules : parts[1].split(",")) broken.addAll(failed(rules, xml));
      System.out.println(String.join(" ", broken));
    }
  }

  private static boolean fits(String file, String xml) throws Exception {
    Schema schema = SCHEMAS.get(file);
    if (schema == null) {
      schema = SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema").newSchema(new File(file));
      SCHEMAS.put(file, schema);
    }
    try {
      schema.newValidator().validate(new StreamSource(new StringReader(xml)));
      return true;
    } catch (org.xml.sax.SAXException error) {
      return false;
    }
  }

  private static List<String> failed(String file, String xml) throws Exception {
    XsltExecutable rules = RULES.get(file);
    if (rules == null) {
      rules = PROCESSOR.newXsltCompiler().compile(new StreamSource(new File(file)));
      RULES.put(file, rules);
    }
    List<String> ids = new ArrayList<>();
    try {
      XsltTransformer transformer = rules.load();
      transformer.setErrorListener(new Silent());
      XdmDestination result = new XdmDestination();
      transformer.setSource(new StreamSource(new StringReader(xml)));
      transformer.setDestination(result);
      transformer.transform();
      XPathCompiler paths = PROCESSOR.newXPathCompiler();
      for (XdmItem item : paths.evaluate("//*:failed-assert[not(@flag = ('warning', 'information'))]/@id", result.getXdmNode())) {
        ids.add(item.getStringValue());
      }
    } catch (net.sf.saxon.s9api.SaxonApiException error) {
      // A value of a wrong kind can end the rules.
      ids.add("ERROR");
    }
    return ids;
  }

  private static final class Silent implements javax.xml.transform.ErrorListener {
    @Override
    public void warning(javax.xml.transform.TransformerException error) {}

    @Override
    public void error(javax.xml.transform.TransformerException error) {}

    @Override
    public void fatalError(javax.xml.transform.TransformerException error) {}
  }
}
