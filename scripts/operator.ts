/** Prints one JSON object. Exit code 1: the service refused. Exit code 2: the command line is wrong. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Options, UsageError } from './installation/command-options.ts';
import { exportLedger } from './installation/ledger-export.ts';
import { localSecrets } from './local/local-secrets.ts';
import { Operator, OperatorRefusal } from './installation/operator.ts';

const USAGE = `Usage: npm run -s operator -- <command>

  workspace create --name NAME [--plan free]
  workspace set    --id WS [--plan scale] [--quota-used 99] [--credits 10]
  workspace delete --id WS
  workspace audit  --id WS
  ledger export    --workspace WS --to FILE
  key create       --workspace WS --name NAME --environment live|test --permissions pdf.generate,pdf.read
                   [--expires 2027-01-01T00:00:00Z]
  key revoke       --id KEY
  template put     --workspace WS --name NAME --file invoice.hbs [--settings settings.json] [--note TEXT]
  target add       --workspace WS --provider s3 --name NAME --bucket B --endpoint URL --region auto
                   --access-key-id A --secret-access-key S
  target add       --workspace WS --provider supabase --name NAME --bucket B --url URL --service-key K
                   [--key-prefix P] [--key-pattern '{yyyy}/{mm}/{fileId}-{filename}.pdf']
  target list      --workspace WS
  target order     --workspace WS --ids TARGET,TARGET
  target remove    --id TARGET
  target reencrypt
  operator add     --email EMAIL
  operator list
  operator remove  --id PERSON
  operator audit
  person recover   --email EMAIL

Environment:
  PLATEN_URL             the instance (default: http://127.0.0.1:8787)
  PLATEN_OPERATOR_TOKEN  its operator token (default: OPERATOR_TOKEN in .dev.vars)`;

interface Command {
  readonly options: readonly string[];
  run(operator: Operator, options: Options): Promise<unknown>;
}

const TARGET = {
  common: ['workspace', 'provider', 'name', 'bucket', 'key-prefix', 'key-pattern'],
  s3: ['endpoint', 'region', 'access-key-id', 'secret-access-key'],
  supabase: ['url', 'service-key'],
} as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  'workspace create': {
    options: ['name', 'plan'],
    run: (operator, options) =>
      operator.createWorkspace({ name: options.required('name'), plan: options.optional('plan') }),
  },
  'workspace set': {
    options: ['id', 'plan', 'quota-used', 'credits'],
    run: (operator, options) =>
      operator.setWorkspace(options.required('id'), {
        plan: options.optional('plan'),
        quotaUsed: options.count('quota-used'),
        credits: options.count('credits'),
      }),
  },
  'workspace delete': {
    options: ['id'],
    run: (operator, options) => operator.deleteWorkspace(options.required('id')),
  },
  'workspace audit': {
    options: ['id'],
    run: (operator, options) => operator.audit(options.required('id')),
  },
  'ledger export': {
    options: ['workspace', 'to'],
    run: (operator, options) => exportLedger(operator, options.required('workspace'), options.required('to')),
  },
  'key create': {
    options: ['workspace', 'name', 'environment', 'permissions', 'expires'],
    run: (operator, options) =>
      operator.createKey({
        workspaceId: options.required('workspace'),
        name: options.required('name'),
        environment: options.required('environment'),
        permissions: options.list('permissions'),
        expiresAt: options.optional('expires'),
      }),
  },
  'key revoke': {
    options: ['id'],
    run: (operator, options) => operator.revokeKey(options.required('id')),
  },
  'template put': {
    options: ['workspace', 'name', 'file', 'settings', 'note'],
    run: putTemplate,
  },
  'target add': {
    options: [...TARGET.common, ...TARGET.s3, ...TARGET.supabase],
    run: addTarget,
  },
  'target list': {
    options: ['workspace'],
    run: (operator, options) => operator.listTargets(options.required('workspace')),
  },
  'target order': {
    options: ['workspace', 'ids'],
    run: (operator, options) =>
      operator.orderTargets({ workspaceId: options.required('workspace'), ids: options.list('ids') }),
  },
  'target remove': {
    options: ['id'],
    run: (operator, options) => operator.removeTarget(options.required('id')),
  },
  'target reencrypt': {
    options: [],
    run: (operator) => operator.reencryptTargets(),
  },
  'operator add': {
    options: ['email'],
    run: (operator, options) => operator.addOperator(options.required('email')),
  },
  'operator list': {
    options: [],
    run: (operator) => operator.listOperators(),
  },
  'operator remove': {
    options: ['id'],
    run: (operator, options) => operator.removeOperator(options.required('id')),
  },
  'operator audit': {
    options: [],
    run: (operator) => operator.operatorAudit(),
  },
  'person recover': {
    options: ['email'],
    run: (operator, options) => operator.createRecovery(options.required('email')),
  },
};

async function putTemplate(operator: Operator, options: Options): Promise<unknown> {
  const settings = options.optional('settings');
  return operator.putTemplate({
    workspaceId: options.required('workspace'),
    name: options.required('name'),
    content: await readText(options.required('file')),
    settings: settings === undefined ? undefined : parseJson(settings, await readText(settings)),
    note: options.optional('note'),
  });
}

function addTarget(operator: Operator, options: Options): Promise<unknown> {
  const common = {
    workspaceId: options.required('workspace'),
    name: options.required('name'),
    bucket: options.required('bucket'),
    ...options.optionalFields({ keyPrefix: 'key-prefix', keyPattern: 'key-pattern' }),
  };
  const provider = options.required('provider');
  if (provider === 's3') {
    return operator.addTarget({
      ...common,
      provider,
      endpoint: options.required('endpoint'),
      region: options.required('region'),
      accessKeyId: options.required('access-key-id'),
      secretAccessKey: options.required('secret-access-key'),
    });
  }
  if (provider === 'supabase') {
    return operator.addTarget({
      ...common,
      provider,
      url: options.required('url'),
      serviceKey: options.required('service-key'),
    });
  }
  throw new UsageError('--provider must be s3 or supabase.');
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`${path} cannot be read.`, { cause });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${path} is not valid JSON.`, { cause });
  }
}

function parse(argv: readonly string[]): { command: Command; options: Options } {
  const name = argv.slice(0, 2).join(' ');
  const command = COMMANDS[name];
  if (command === undefined)
    throw new UsageError(name === '' ? 'The command is missing.' : `Unknown command: ${name}.`);
  try {
    const { values } = parseArgs({
      args: argv.slice(2),
      options: Object.fromEntries(command.options.map((option) => [option, { type: 'string' as const }])),
    });
    return { command, options: new Options(values) };
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const url = (process.env.PLATEN_URL ?? 'http://127.0.0.1:8787').replace(/\/+$/, '');
  if (['help', '--help', '-h'].includes(argv[0] ?? '')) {
    console.log(USAGE);
    return 0;
  }
  try {
    const { command, options } = parse(argv);
    const operator = new Operator(url, process.env.PLATEN_OPERATOR_TOKEN ?? localSecrets().operatorToken);
    console.log(JSON.stringify(await command.run(operator, options)));
    return 0;
  } catch (error) {
    if (error instanceof OperatorRefusal) {
      console.log(JSON.stringify(error.body));
      return 1;
    }
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    console.error(`No service answered at ${url}. Start it with \`npm start\`, or set PLATEN_URL.`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
