import type { Reporter, TestModule } from 'vitest/node';

/** Prints one plain last line, so that CI can see that tests ran: Vitest's own closing lines are not read there. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    let brokenModules = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
      if (module.errors().length > 0) brokenModules += 1;
    }
    process.stdout.write(
      `${count.passed} passed, ${count.failed + brokenModules} failed, ${count.skipped} skipped\n`,
    );
  }
}
