import { cn } from '#web/ui/cn.ts';
import { orderLines } from './order-outlines.ts';

const FIRST_LINE = 132;
const LINE_HEIGHT = 121;
const LEFT = 118;

/** The page of an order book, as a drawing. */
export function OrderNote({ className }: { className?: string }) {
  const baseline = (index: number) => FIRST_LINE + index * LINE_HEIGHT + (index === 4 ? 16 : 0);
  return (
    <span aria-hidden className={cn('order-note block', className)}>
      <svg viewBox="0 0 760 760" className="block w-full">
        <path
          d={orderLines.map((_, index) => `M0 ${baseline(index) + 18}h760`).join('')}
          stroke="#9db2e0"
          strokeOpacity=".45"
          strokeWidth="3"
        />
        <path d="M78 0v760" stroke="#e24024" strokeOpacity=".35" strokeWidth="4" />
        <g fill="#23306f">
          {orderLines.map(({ text, outline }, index) => (
            <path key={text} d={outline} transform={`translate(${LEFT} ${baseline(index)})`} />
          ))}
        </g>
        <path
          d={`M${LEFT - 6} ${FIRST_LINE + 20}c90 -9 190 2 332 -12`}
          fill="none"
          stroke="#23306f"
          strokeWidth="7"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}
