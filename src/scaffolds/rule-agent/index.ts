export { ruleAgent } from './rule-agent.ts';
