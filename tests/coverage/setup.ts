/** Node writes down what runs in the processes that a test starts; in this one Vitest does. */
const { COVERAGE_ELSEWHERE } = process.env;
if (COVERAGE_ELSEWHERE !== undefined) process.env.NODE_V8_COVERAGE = COVERAGE_ELSEWHERE;
