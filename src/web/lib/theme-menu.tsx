import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { DropdownMenu, MenuChoice } from '../ui/menu.tsx';
import { setTheme, themes, useTheme } from './theme.ts';

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
];

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const theme = useTheme();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <DropdownMenu
      label="Theme"
      trigger={
        <IconButton label="Change theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuChoice value={theme} onChange={choose} options={options} />
    </DropdownMenu>
  );
}
