export type Roll = (of: number) => number;

/** One of them; undefined where there is none. */
export const pick = <T>(list: readonly T[], roll: Roll): T | undefined => list[roll(list.length)];

/** One that stands, and now and then one that was deleted, of which everything is refused. */
export const any = <T extends { deleted: boolean }>(list: readonly T[], roll: Roll): T | undefined =>
  pick(roll(6) === 0 ? list : list.filter(({ deleted }) => !deleted), roll);
