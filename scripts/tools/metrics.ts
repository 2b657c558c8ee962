/** Prints the metrics of the whole service, as the operator reads them. */
import { localSecrets } from '../local/local-secrets.ts';

const { PLATEN_URL = 'http://127.0.0.1:8787', PLATEN_OPERATOR_TOKEN = localSecrets().operatorToken } =
  process.env;

const response = await fetch(new URL('/operator/metrics', PLATEN_URL), {
  headers: { Authorization: `Bearer ${PLATEN_OPERATOR_TOKEN}` },
});
process.stdout.write(await response.text());
process.exitCode = response.ok ? 0 : 1;
