import type { BusinessContext, Memory, Understanding } from './types.ts';
import { understand } from './understand.ts';

/** A message, and the memory and facts it is understood with. */
type Input = { text: string; memory: Memory; business: BusinessContext };

export const run = ({ text, memory, business }: Input): Understanding => understand(text, memory, business);
