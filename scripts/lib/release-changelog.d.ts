export declare function releaseChangelog(text: string, version: string, date: string): string
