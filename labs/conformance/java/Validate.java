import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verapdf.core.VeraPDFException;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/**
 * Validates PDFs with veraPDF. It reads lines of a profile, such as "2b" or "ua1", and a path, with a tab between them. For each line it
 * writes the profile, the number of rules, the checks that passed and the checks that failed, then a line for each rule that failed, then an
 * empty line.
 */
public class Validate {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t", 2);
      try {
        validate(parts[0], parts[1]);
      } catch (VeraPDFException | RuntimeException error) {
        System.out.println("error\t" + oneLine(String.valueOf(error)));
      }
      System.out.println();
      System.out.flush();
    }
  }

  private static void validate(String profile, String path) throws Exception {
    PDFAFlavour flavour = PDFAFlavour.fromString(profile);
    try (InputStream file = new FileInputStream(path);
        PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour, flavour)) {
      // A log of the checks that pass is cut off, and then lacks checks that fail.
      report(flavour, Foundries.defaultInstance().createValidator(flavour, false).validate(parser));
    }
  }

  private static void report(PDFAFlavour flavour, ValidationResult result) {
    int failed = 0;
    for (int count : result.getFailedChecks().values()) failed += count;
    if (result.isCompliant() != (failed == 0)) throw new IllegalStateException("the counts and the verdict differ");
    int rules = result.getValidationProfile().getRules().size();
    System.out.println(flavour.getId() + "\t" + rules + "\t" + (result.getTotalAssertions() - failed) + "\t" + failed);
    Map<RuleId, String> examples = new LinkedHashMap<>();
    for (TestAssertion assertion : result.getTestAssertions())
      if (assertion.getStatus() == TestAssertion.Status.FAILED)
        examples.putIfAbsent(assertion.getRuleId(), assertion.getLocation().getContext() + "\t" + assertion.getMessage());
    for (Map.Entry<RuleId, Integer> broken : result.getFailedChecks().entrySet()) {
      RuleId rule = broken.getKey();
      String example = oneLine(examples.getOrDefault(rule, ""));
      System.out.println(rule.getClause() + "-" + rule.getTestNumber() + "\t" + broken.getValue() + "\t" + example);
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\r\\n]+", " ");
  }
}
