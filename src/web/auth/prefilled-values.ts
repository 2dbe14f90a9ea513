/** Values typed, or filled in by a password manager, before this script ran; by field name. */
export const prefilledValues: Readonly<Record<string, string>> =
  typeof document === 'undefined' ? {} : readFields();

function readFields(): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of document.querySelectorAll<HTMLInputElement>('#auth input[name]'))
    if (field.value !== '' && !/^(?:radio|checkbox)$/.test(field.type)) values[field.name] = field.value;
  return values;
}
