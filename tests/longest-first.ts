import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Half a minute and more each: begun last, one worker would play them while the other has nothing left to do.
const LONG =
  /\/tests\/(?:process-kill|plan-kills|several-processes|fault-injection)|\/adapters\/documents\/index\.test|\/demo\/demo\.test|\/tests\/operations\/stopping/;

/** On a machine that never played them, vitest knows only how long the files' texts are. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
