const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Africa/Lagos' } as const;
const minutes = new Intl.DateTimeFormat('en-GB', options);
const seconds = new Intl.DateTimeFormat('en-GB', { ...options, second: '2-digit' });

/** `14:05`, or `14:05:09`, in Lagos. */
export function clock(instant: Date, precision: 'minutes' | 'seconds' = 'minutes'): string {
  return (precision === 'minutes' ? minutes : seconds).format(instant);
}
