declare module 'virtual:route-styles' {
  /** CSS by the id of a public route; empty while developing. */
  const styles: Readonly<Record<string, string>>
  export default styles
}
