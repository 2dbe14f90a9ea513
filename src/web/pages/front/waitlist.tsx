import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { waitlist } from '#contract/waitlist.ts';
import { call } from '../../lib/api.ts';
import { useContractForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { HouseCloth } from '../../ui/cloth.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { wrapClass } from './wrap.ts';

type Entry = z.output<typeof waitlist.join.body>;

export function Waitlist() {
  const form = useContractForm<Entry>(waitlist.join.body, { email: '' });
  const { errors, isSubmitting } = form.formState;
  const join = async (body: Entry) => {
    try {
      await call(waitlist.join, { body });
      toast.success('You have successfully joined the waitlist.');
      form.reset({ email: '' });
    } catch (error) {
      toast.error(`Error: ${error instanceof ApiError ? error.message : String(error)}`);
    }
  };
  return (
    <section id="waitlist" aria-labelledby="waitlist-heading" className="pb-24 max-md:pb-16">
      <div
        className={`${wrapClass} relative isolate overflow-hidden rounded-panel bg-night px-14 py-16 text-on-night max-md:px-5.5 max-md:py-10`}
      >
        <HouseCloth
          columns={8}
          rows={8}
          night
          className="-z-10 -right-32 -bottom-40 absolute size-[26rem] rounded-full max-md:hidden"
        />
        <h2
          id="waitlist-heading"
          className="max-w-[15em] text-[clamp(2rem,3.6vw,3rem)] leading-none tracking-[-0.04em]"
        >
          Hear from us when there is something new
        </h2>
        <p className="mt-3.5 max-w-[34em] text-night-muted">
          Leave your address on the waitlist. A few messages, no noise.
        </p>
        <form
          noValidate
          onSubmit={form.handleSubmit(join)}
          className="mt-8 max-w-[33rem] rounded-card bg-surface p-4.5 text-ink"
        >
          <Field label="Email" error={errors.email?.message} required>
            <div className="flex gap-2.5 max-sm:flex-col">
              <Input
                type="email"
                autoComplete="email"
                placeholder="you@business.ng"
                autoCapitalize="none"
                {...form.register('email')}
              />
              <Button type="submit" pending={isSubmitting}>
                Join the waitlist
              </Button>
            </div>
          </Field>
        </form>
      </div>
    </section>
  );
}
