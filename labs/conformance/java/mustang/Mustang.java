import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.mustangproject.validator.ZUGFeRDValidator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Validates electronic invoices with Mustang: PDFs, and XML alone. It reads the path of a file from each line. For each it writes "valid" or
 * "invalid", the number of checks of the PDF and of the rules of the XML that applied, then a line for each problem, then an empty line.
 */
public class Mustang {
  private static final Pattern PDF_CHECKS = Pattern.compile("totalAssertions=(\\d+)");

  public static void main(String[] args) throws Exception {
    // Libraries of Mustang write to the standard output.
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String path = lines.readLine(); path != null; path = lines.readLine()) {
      try {
        validate(path, answers);
      } catch (Exception error) {
        answers.println("error\t" + oneLine(String.valueOf(error)));
      }
      answers.println();
      answers.flush();
    }
  }

  private static void validate(String path, PrintStream answers) throws Exception {
    ZUGFeRDValidator validator = new ZUGFeRDValidator();
    String report = validator.validate(path);
    byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
    Matcher pdfChecks = PDF_CHECKS.matcher(report);
    // `wasCompletelyValid()` of 2.26.0 does not count what is wrong in the PDF.
    String verdict = isValid(document) ? "valid" : "invalid";
    answers.println(verdict + "\t" + (pdfChecks.find() ? pdfChecks.group(1) : "0") + "\t" + sum(document, "fired"));
    for (String kind : new String[] {"exception", "error"}) {
      NodeList problems = document.getElementsByTagName(kind);
      for (int index = 0; index < problems.getLength(); index++) {
        Element problem = (Element) problems.item(index);
        answers.println(kind + " " + problem.getAttribute("type") + "\t" + oneLine(problem.getTextContent()));
      }
    }
  }

  /** The PDF, the XML and both together have a summary each. */
  private static boolean isValid(Document document) {
    NodeList summaries = document.getElementsByTagName("summary");
    for (int index = 0; index < summaries.getLength(); index++) {
      if (!((Element) summaries.item(index)).getAttribute("status").equals("valid")) return false;
    }
    return summaries.getLength() > 0;
  }

  private static int sum(Document document, String name) {
    NodeList counts = document.getElementsByTagName(name);
    int sum = 0;
    for (int index = 0; index < counts.getLength(); index++) sum += Integer.parseInt(counts.item(index).getTextContent().trim());
    return sum;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
