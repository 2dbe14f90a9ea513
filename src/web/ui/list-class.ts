/** How floating lists (menus, selects) and their items look. */
export const listClass =
  'z-50 overflow-hidden rounded-card border border-line bg-surface shadow-e3 animate-rise';
export const itemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-1.5 text-15 outline-none aria-disabled:pointer-events-none aria-disabled:text-muted data-[disabled]:pointer-events-none data-[disabled]:text-muted data-[highlighted]:bg-sunken';
