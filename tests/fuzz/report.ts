import { appendFileSync } from 'node:fs';

/** Appends a result to the report of `npm run fuzz`. */
export function recordResult(goal: string, attempts: number, summary: string): void {
  const report = process.env.FUZZ_REPORT;
  if (report) appendFileSync(report, `${JSON.stringify({ goal, tried: attempts, told: summary })}\n`);
}
