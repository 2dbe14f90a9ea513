import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropdownMenu, MenuChoice } from '../ui/menu.tsx';
import { setTheme, themes, useTheme } from './theme.ts';

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
];

/** The open theme menu. */
export function ThemeChoices({ trigger }: { trigger: ReactNode }) {
  const theme = useTheme();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <DropdownMenu label="Theme" trigger={trigger} defaultOpen>
      <MenuChoice value={theme} onChange={choose} options={options} />
    </DropdownMenu>
  );
}
