/** How long a closed account can be taken back; then it is erased. The privacy policy promises it. */
export const daysToTakeBack = 14

/** How long the names and references of an erased account stay taken. The privacy policy promises it. */
export const daysKeptTaken = 365
