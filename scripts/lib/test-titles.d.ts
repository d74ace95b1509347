import type { Rule } from 'eslint'

export declare const testTitles: Rule.RuleModule
