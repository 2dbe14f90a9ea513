import { Moon, Sun } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { lazyComponent } from '../lazy.tsx';
import { texts } from '../texts.ts';

const load = () => import('./theme-options.tsx');
const ThemeChoices = lazyComponent(async () => (await load()).ThemeChoices, <ThemeButton />);

const preload = () => void load().catch(() => undefined);

/** Light, dark, or as the system says. The menu itself is fetched when somebody reaches for it. */
export function ThemeMenu() {
  const [opened, setOpened] = useState(false);
  const trigger = (
    <ThemeButton
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return trigger;
  return <ThemeChoices trigger={<ThemeButton />} />;
}

function ThemeButton(props: ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      aria-label={texts.theme.change}
      title={texts.theme.change}
      className={buttonClass({ variant: 'ghost', className: 'size-11 shrink-0 px-0' })}
    >
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </button>
  );
}
