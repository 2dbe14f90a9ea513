// npm run citus-tables: writes ops/citus.sql from the manifests of the modules.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from '#server/modules/all.ts';
import { citusSql } from '#server/ops/citus.ts';

writeFileSync(join(import.meta.dirname, '../ops/citus.sql'), citusSql(tables));
