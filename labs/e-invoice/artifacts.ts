import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.ts';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  'phive-rules-en16931': ['external/schematron/1.3.16/*'],
  'phive-rules-peppol': ['external/schematron/openpeppol/2026.5/*'],
  'phive-rules-zugferd': ['external/schemas/2.4/*', 'external/schematron/2.4/*'],
  'phive-rules-xrechnung': ['external/schematron/3.0.2/*'],
  validator: ['schema/UBL_21/*', 'schematron/ZF_250/*'],
  'Saxon-HE': [],
};

/** Only its files are needed. The programs that it depends on are not all in Maven's central repository. */
const MUSTANG = 'org.mustangproject:validator:2.26.0';

const POM = inProject('labs/e-invoice/pom.xml');

const versions = createHash('sha256').update(
  `${readFileSync(POM, 'utf8')}${MUSTANG}${JSON.stringify(PARTS)}`,
);

/** The folder of the unpacked schemas, rules and Saxon, for these versions. Its paths are those of the artifacts. */
export const ARTIFACTS = inProject('artifacts/e-invoice', versions.digest('hex').slice(0, 8));

const IS_LIBRARY = /^(?:Saxon-HE|xmlresolver)/;

/** Unpacks the needed parts of the artifacts, which Maven fetches into its own cache. */
export function unpackArtifacts(): void {
  const jars = join(ARTIFACTS, 'jars');
  if (existsSync(jars)) return;
  mkdirSync(jars, { recursive: true });
  const artifacts = [...Object.keys(PARTS), 'xmlresolver'].join(',');
  const options = [`-DincludeArtifactIds=${artifacts}`, `-DoutputDirectory=${jars}`];
  execFileSync('mvn', ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', ...options], {
    stdio: 'inherit',
  });
  const mustang = [`-Dartifact=${MUSTANG}`, `-DoutputDirectory=${jars}`];
  execFileSync('mvn', ['-q', '-B', '-f', POM, 'dependency:copy', ...mustang], { stdio: 'inherit' });
  for (const [artifact, parts] of Object.entries(PARTS)) {
    const jar = readdirSync(jars).find((file) => file.startsWith(`${artifact}-`));
    if (jar === undefined) throw new Error(`Maven did not fetch ${artifact}.`);
    if (parts.length > 0)
      execFileSync('unzip', ['-qo', join(jars, jar), ...parts, '-d', join(ARTIFACTS, artifact)]);
  }
}

export const libraryPath = (): string =>
  readdirSync(join(ARTIFACTS, 'jars'))
    .filter((file) => IS_LIBRARY.test(file))
    .map((file) => join(ARTIFACTS, 'jars', file))
    .join(':');
