import { type Place, placeOf, type Tables } from '#server/kernel/table-facts.ts';

const HEADER = `-- The calls that spread the tables over the nodes of Citus, made by \`npm run citus-tables\` from the manifests of the modules. Never
-- played: Citus could not be run where this was written, and docs/reports/scale.md says what is left. For the first node.
set citus.enable_unsafe_triggers = on;
`;

/** The calls that put every table where it lies on several nodes; tables that others refer to must come first in \`tables\`. */
export function citusSql(tables: Tables): string {
  const at = (wanted: (place: Place) => boolean) =>
    Object.entries(tables)
      .map(([table, facts]) => ({ table, place: placeOf(facts) }))
      .filter(({ place }) => wanted(place));
  const everywhere = at((place) => place === 'every node');
  const spread = at((place) => place === 'business_id' || place === 'actor');
  const [first] = spread;
  return [
    HEADER,
    '-- a copy on every node',
    ...everywhere.map(({ table }) => `select create_reference_table('${table}');`),
    '\n-- by business, all rows of one on one node',
    ...spread.map(
      ({ table, place }) =>
        `select create_distributed_table('${table}', '${place}', colocate_with => '${table === first?.table ? 'none' : first?.table}');`,
    ),
    '\n-- by its key',
    ...at((place) => place === 'key').map(
      ({ table, place }) =>
        `select create_distributed_table('${table}', '${place}', colocate_with => 'none');`,
    ),
    '\n-- on the first node alone',
    ...at((place) => place === 'first node').map(
      ({ table }) => `select citus_add_local_table_to_metadata('${table}');`,
    ),
    '',
  ].join('\n');
}
