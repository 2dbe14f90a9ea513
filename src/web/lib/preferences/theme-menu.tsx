import { Moon, Sun } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { late } from '../lazy.tsx';
import { texts } from '../texts.ts';

const load = () => import('./theme-options.tsx');
const ThemeChoices = late(async () => (await load()).ThemeChoices, <ThemeButton />);

const warm = () => void load().catch(() => undefined);

/** Light, dark, or as the system says. The menu itself is fetched when somebody reaches for it. */
export function ThemeMenu() {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <ThemeButton aria-haspopup="menu" onPointerEnter={warm} onFocus={warm} onClick={() => setWanted(true)} />
  );
  if (!wanted) return closed;
  return <ThemeChoices trigger={<ThemeButton />} />;
}

function ThemeButton(props: ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      aria-label={texts.theme.change}
      title={texts.theme.change}
      className={buttonClass({ look: 'ghost', className: 'size-11 shrink-0 px-0' })}
    >
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </button>
  );
}
