import { appendFileSync } from 'node:fs';

/** Whether everything is tried, as `npm run hostile` does; with every test only a part of it. */
export const atLength = process.env.HOSTILE === 'long';

/** Notes what came out, for the table of `npm run hostile`. */
export function figure(goal: string, tried: number, told: string): void {
  const report = process.env.HOSTILE_REPORT;
  if (report) appendFileSync(report, `${JSON.stringify({ goal, tried, told })}\n`);
}
