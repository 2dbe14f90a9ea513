import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '#contract/business.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Field } from '#web/ui/field.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { isHexColor } from './checks.ts';
import { ColorField } from './color-field.tsx';
import { texts } from './texts.ts';

/** Two colours of a brand, as hex codes. */
type Colors = { primary: string; secondary: string };

const { names } = texts.color;
const pairs: readonly (Colors & { title: string })[] = [
  { title: names.blueGrey, primary: DEFAULT_PRIMARY, secondary: DEFAULT_SECONDARY },
  { title: names.redGold, primary: '#b4232a', secondary: '#f2a516' },
  { title: names.greenYellow, primary: '#0b7a4b', secondary: '#f7c948' },
  { title: names.purplePink, primary: '#7a1f5c', secondary: '#f29cb7' },
  { title: names.navyOrange, primary: '#1f4fa3', secondary: '#f26b3a' },
  { title: names.brownCream, primary: '#7b3f14', secondary: '#f0d9a8' },
];

const codeOf = ({ primary, secondary }: Colors) => `${primary} ${secondary}`;

type BrandColorsProps = Colors & {
  /** Weaves the business's own pattern into each pair. */
  seed: string;
  onChange: (colors: Colors) => void;
};

/** The colours of a business: one of six pairs, or its own behind a press. */
export function BrandColors({ seed, primary, secondary, onChange }: BrandColorsProps) {
  const colors = { primary, secondary };
  const chosen = pairs.find((pair) => codeOf(pair) === codeOf(colors));
  const [pressed, setPressed] = useState<boolean>();
  const fieldsId = useId();
  // A colour that is wrong stays in sight.
  const open = (pressed ?? !chosen) || !isHexColor(primary) || !isHexColor(secondary);
  return (
    <div className="grid gap-2">
      <Field label={texts.color.label} group>
        <RadioTiles
          value={chosen ? codeOf(chosen) : ''}
          onChange={(code) => onChange(pairs.find((pair) => codeOf(pair) === code) ?? colors)}
          options={pairs.map(({ title, ...pair }) => ({
            value: codeOf(pair),
            title,
            picture: <Cloth seed={seed} {...pair} columns={12} rows={3} crackle={false} className="h-13" />,
          }))}
        />
      </Field>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={fieldsId}
        onClick={() => setPressed(!open)}
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-15 text-primary underline-offset-4 hover:underline"
      >
        {texts.color.own}
        <ChevronDown
          aria-hidden
          className={cn('size-4.5 transition-transform motion-reduce:transition-none', open && 'rotate-180')}
        />
      </button>
      <div id={fieldsId} hidden={!open} className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <ColorField
          label={texts.color.primary}
          value={primary}
          onChange={(value) => onChange({ ...colors, primary: value })}
        />
        <ColorField
          label={texts.color.secondary}
          value={secondary}
          onChange={(value) => onChange({ ...colors, secondary: value })}
        />
      </div>
    </div>
  );
}

/** The last colours that were some: a half-typed one does not blink through the preview. */
export function useGoodColors({ primary, secondary }: Colors): Colors {
  const [good, setGood] = useState({ primary, secondary });
  const next = {
    primary: isHexColor(primary) ? primary : good.primary,
    secondary: isHexColor(secondary) ? secondary : good.secondary,
  };
  if (codeOf(next) !== codeOf(good)) setGood(next);
  return next;
}
