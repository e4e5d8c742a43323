import { type KyselyPlugin, OperationNodeTransformer, type ValueNode } from 'kysely'

// The auth library takes no address whose domain ends internationally, such as ivan@xn--e1afmkfd.xn--p1ai: what asks it
// appends an ending, and what it asks of the database is without that again.
const ending = '.idn'

/** An address as the library takes it. */
export function forLibrary(email: string): string {
  return /\.xn--[a-z0-9-]+$/.test(email) ? email + ending : email
}

/** The same as it is. */
export function fromLibrary(email: string): string {
  return /\.xn--[a-z0-9-]+\.idn$/.test(email) ? email.slice(0, -ending.length) : email
}

class AddressesAsTheyAre extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return typeof node.value === 'string' ? { ...node, value: fromLibrary(node.value) } : node
  }

  protected override transformPrimitiveValueList(
    node: Parameters<OperationNodeTransformer['transformPrimitiveValueList']>[0],
  ) {
    const values = node.values.map((value) =>
      typeof value === 'string' ? fromLibrary(value) : value,
    )
    return { ...node, values }
  }
}

const transformer = new AddressesAsTheyAre()

/** For the queries of the library. */
export const addressesAsTheyAre: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
}
