import { CannotStart } from '../../base/config/cannot-start.js';

/** Runs a statement that a node without a majority answers too, such as SHOW. */
type Show = <Row>(sql: string) => Promise<Row[]>;

interface NamedValue {
  Variable_name: string;
  Value: string;
}

interface Advice {
  /** A variable, or an option in `wsrep_provider_options`. */
  setting: string;
  isFine: (value: string) => boolean;
  /** Completes the sentence that begins with the setting and its value. */
  advice: string;
}

/** What docs/operating.md, "More than one machine", says about settings, for servers that differ. */
const ADVICE: readonly Advice[] = [
  {
    setting: 'innodb_flush_log_at_trx_commit',
    isFine: (value) => value === '1',
    advice: 'set it to 1, or all nodes that lose power together lose acknowledged writes',
  },
  {
    setting: 'wsrep_sync_wait',
    isFine: (value) => (Number(value) & 1) === 1,
    advice: 'set it to 1, or a client that writes on one node may not find it on another',
  },
  {
    setting: 'wsrep_retry_autocommit',
    isFine: (value) => Number(value) >= 1,
    advice: 'set it to 1 or more, or more requests get 503 when two nodes change the same row',
  },
  {
    setting: 'evs.suspect_timeout',
    isFine: (value) => secondsOf(value) <= 3,
    advice: 'set it to PT2S in wsrep_provider_options, or clients wait longer when a node is gone',
  },
  {
    setting: 'wsrep_sst_donor',
    isFine: (value) => value !== '',
    advice:
      'name nodes that are not written to: one of them copies its data to a node that was away for long',
  },
];

const READY = ['wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state_comment'];

/** Galera's form of seconds, such as `PT2.5S`. It has forms with minutes too. */
const secondsOf = (duration: string): number =>
  Number(/^PT([\d.]+)S$/.exec(duration)?.[1] ?? Infinity);

export async function isGaleraNode(show: Show): Promise<boolean> {
  return (await valuesOf(show, 'VARIABLES', ['wsrep_on'])).get('wsrep_on') === 'ON';
}

/**
 * Returns sentences about the node of a Galera cluster, or nothing for a server that is none.
 *
 * @throws CannotStart the node has no majority, or is not synced
 */
export async function checkGaleraNode(show: Show): Promise<string> {
  if (!(await isGaleraNode(show))) return '';
  const status = await valuesOf(show, 'STATUS', [...READY, 'wsrep_cluster_size']);
  const settings = await valuesOf(show, 'VARIABLES', [
    ...['wsrep_node_name', 'wsrep_provider_options'],
    ...ADVICE.map(({ setting }) => setting),
  ]);
  for (const option of settings.get('wsrep_provider_options')?.split(';') ?? []) {
    const [name = '', value = ''] = option.split('=').map((part) => part.trim());
    settings.set(name, value);
  }
  const [isReady, cluster, state] = READY.map((name) => status.get(name) ?? '');
  const node = `node ${settings.get('wsrep_node_name') ?? ''} of a Galera cluster`;
  if (cluster !== 'Primary')
    throw new CannotStart(
      `The ${node} has lost the majority (${cluster}), and answers no queries: start the other nodes, or mend the network between them.`,
    );
  if (isReady !== 'ON' || state !== 'Synced')
    throw new CannotStart(
      `The ${node} is not synced yet (${state}), and may answer no queries: wait, or look into its log.`,
    );
  const differing = ADVICE.filter(({ setting, isFine }) => !isFine(settings.get(setting) ?? ''));
  const sentences = differing.map(
    ({ setting, advice }) => ` ${setting} is ${settings.get(setting) || 'not set'}: ${advice}.`,
  );
  const size = status.get('wsrep_cluster_size') ?? '';
  return `It is ${node} with ${size} members, primary and synced.${sentences.join('')}`;
}

async function valuesOf(
  show: Show,
  kind: 'STATUS' | 'VARIABLES',
  names: readonly string[],
): Promise<Map<string, string>> {
  const list = names.map((name) => `'${name}'`).join(', ');
  const rows = await show<NamedValue>(`SHOW GLOBAL ${kind} WHERE Variable_name IN (${list})`);
  return new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Value]));
}
