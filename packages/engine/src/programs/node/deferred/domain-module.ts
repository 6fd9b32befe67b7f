export { createDomainModule } from '../builtins/domain-module.ts';
