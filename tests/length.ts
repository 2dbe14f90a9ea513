/** Whether repetitions run at full length, as by `npm run test:long`. */
export const isLong = process.env.TEST_LENGTH === 'long';

/** How often a repetition runs: `short` times in `npm test`, `long` times in `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);
