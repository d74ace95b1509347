export const none: string
export function findTestRedis(): string | undefined
export function findTestDatabase(): string | undefined
export function findServices(): boolean
