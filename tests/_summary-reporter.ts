import type { Reporter, TestModule } from 'vitest/node';

/** Prints at the end of a run how many tests passed, failed and were skipped, and where there are more. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((each) => each === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    process.stdout.write(
      `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    );
    if (process.env.npm_lifecycle_event === 'test')
      process.stdout.write(
        'npm run test:all also runs those of the page, the package, the command, the Node host and other runtimes\n',
      );
  }
}
