/** Addresses from a file, in the dialog of invitations. */
export const inviteFile = {
  choose: 'Add addresses from a CSV file',
  added: (count: number): string =>
    count === 0
      ? 'The file has no email address.'
      : count === 1
        ? '1 address added.'
        : `${count.toLocaleString('en')} addresses added.`,
  tooMany: (most: number) => `Choose a file with at most ${most.toLocaleString('en')} addresses.`,
}
