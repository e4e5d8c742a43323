type Reached = { customerChat: string | null; customerEmail: string | null }

/** Where the customer of a purchase can be written to, the first first: the chat that was connected from it, then the email. */
export function addressesOf({ customerChat, customerEmail }: Reached): string[] {
  return [customerChat, customerEmail].filter((address) => address !== null)
}
