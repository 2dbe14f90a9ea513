// npm run sentences [-- --over 8]: every English text of at least six words that people read on screens, in mails and on
// paper, with its reading grade and place, hardest first; exits with 1 when one is above the grade.
import { parseArgs } from 'node:util';
import { readingTexts } from '../tests/reading.ts';

const { values } = parseArgs({ options: { over: { type: 'string', default: '0' } } });
const over = Number(values.over);
const all = readingTexts();
const shown = all.filter(({ grade }) => grade > over);
for (const { grade, place, text } of shown) console.log(`${grade.toFixed(1).padStart(5)}  ${place}  ${text}`);
console.log(`${shown.length} of ${all.length} texts${over > 0 ? ` above grade ${over}` : ''}`);
process.exitCode = over > 0 && shown.length > 0 ? 1 : 0;
