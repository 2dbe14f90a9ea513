import { Monitor, Moon, Sun } from 'lucide-react';
import { useSaveData } from '#web/lib/preferences/save-data.ts';
import { useSingleKeys } from '#web/lib/preferences/single-key-shortcuts.ts';
import { setTheme, themes, useTheme } from '#web/lib/preferences/theme.ts';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from '../texts.ts';

const icons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** How this browser shows the app. */
export function AppearanceSection() {
  const { look: labels } = texts;
  const theme = useTheme();
  const [saveData, setSaveData] = useSaveData();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid gap-5">
        <Field label={labels.theme} group>
          <RadioCards
            value={theme}
            onChange={choose}
            className="sm:grid-cols-3"
            options={themes.map((value) => ({ value, title: labels.themes[value], icon: icons[value] }))}
          />
        </Field>
        <SwitchRow
          label={labels.lessData}
          text={labels.lessDataText}
          checked={saveData}
          onChange={setSaveData}
        />
        <SwitchRow
          label={labels.singleKeys}
          text={labels.singleKeysText}
          checked={singleKeys}
          onChange={setSingleKeys}
        />
      </div>
    </Section>
  );
}
