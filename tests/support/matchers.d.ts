// Jest declares its matchers as `any`; these declarations know what a matcher stands for.
declare namespace jest {
  interface Expect {
    any(type: StringConstructor): string
    any(type: NumberConstructor): number
    any(type: BooleanConstructor): boolean
    any<T>(type: abstract new (...args: never[]) => T): T
    anything(): unknown
    stringContaining(text: string): string
    stringMatching(pattern: string | RegExp): string
    objectContaining<T extends object>(members: T): T
    arrayContaining<T>(elements: readonly T[]): T[]
  }
  interface InverseAsymmetricMatchers {
    stringContaining(text: string): string
    stringMatching(pattern: string | RegExp): string
    objectContaining<T extends object>(members: T): T
    arrayContaining<T>(elements: readonly T[]): T[]
  }
}
