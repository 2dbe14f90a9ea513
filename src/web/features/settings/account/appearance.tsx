import { Monitor, Moon, Sun } from 'lucide-react';
import { useLessData } from '#web/lib/preferences/save-data.ts';
import { useSingleKeys } from '#web/lib/preferences/single-key-shortcuts.ts';
import { setTheme, themes, useTheme } from '#web/lib/preferences/theme.ts';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from '../texts.ts';

const icons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** How this browser shows the app. */
export function LookSection() {
  const { look } = texts;
  const theme = useTheme();
  const [lessData, setLessData] = useLessData();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <Section title={look.title} text={look.text}>
      <div className="grid gap-5">
        <Field label={look.theme} group>
          <RadioCards
            value={theme}
            onChange={choose}
            className="sm:grid-cols-3"
            options={themes.map((value) => ({ value, title: look.themes[value], icon: icons[value] }))}
          />
        </Field>
        <SwitchRow label={look.lessData} text={look.lessDataText} checked={lessData} onChange={setLessData} />
        <SwitchRow
          label={look.singleKeys}
          text={look.singleKeysText}
          checked={singleKeys}
          onChange={setSingleKeys}
        />
      </div>
    </Section>
  );
}
