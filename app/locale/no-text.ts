/** Where a text cannot be written: nothing, because its key means nothing to people. It is logged. */
export const noText = () => ''
