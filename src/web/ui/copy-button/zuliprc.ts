/** Contents of a zuliprc file, which API clients read their credentials from. */
export function zuliprcOf({ email, api_key }: { email: string; api_key: string }): string {
  return `[api]\nemail=${email}\nkey=${api_key}\nsite=${location.origin}\n`
}
