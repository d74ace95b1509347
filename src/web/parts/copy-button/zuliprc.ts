/** The file with which programs log in: clients of the API read it. */
export function zuliprcOf({ email, api_key }: { email: string; api_key: string }): string {
  return `[api]\nemail=${email}\nkey=${api_key}\nsite=${location.origin}\n`
}
