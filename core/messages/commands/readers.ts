import { sql } from 'kysely'
import {
  findPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { findVendorReader, type VendorReader } from '../queries/vendor-reader.ts'
import type { NewMessage } from './queue-message.ts'
import type { Letters } from './tell.ts'

// Everybody whom letters go to: how each is found, and who of them gets none.

type Said<One extends NewMessage, To extends NewMessage['audience']> = One extends { audience: To }
  ? Pick<One, 'kind' | 'facts'>
  : never

export type NewsFor<To extends NewMessage['audience']> = Said<NewMessage, To>

const toAccount = (address: string, language: Language) =>
  ({ audience: 'account', address, otherwise: '', language }) as const

type Who = { userId: string } | { email: string }
type User = { id: string; email: string; emailVerified: boolean; language: Language }

const userWho =
  (isMeant: (user: User) => boolean) =>
  (who: Who, news: NewsFor<'account'>): Letters =>
  async (tx) => {
    const user = await tx
      .selectFrom('users')
      .where((eb) =>
        'userId' in who ? eb('id', '=', who.userId) : eb('email', '=', who.email.toLowerCase()),
      )
      .select(['id', 'email', 'emailVerified', 'language'])
      .executeTakeFirst()
    if (!user || !isMeant(user)) return []
    return [{ ...news, ...toAccount(user.email, user.language), userId: user.id }]
  }

export const toUser = userWho(() => true)
/** Before the address is confirmed, a stranger may have chosen the password. */
export const toConfirmed = userWho(({ emailVerified }) => emailVerified)
/** A verified user is not asked to verify. */
export const toUnconfirmed = userWho(({ emailVerified }) => !emailVerified)

/** An address that was a user's until now. */
export const toFormer =
  (userId: string, email: string, news: NewsFor<'account'>): Letters =>
  async (tx) => {
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('language')
      .executeTakeFirst()
    return user ? [{ ...news, ...toAccount(email, user.language), userId }] : []
  }

/** One side of a change of the address that signs in. */
export const toSideOf =
  (
    changeId: string,
    side: 'oldEmail' | 'newEmail',
    say: (newEmail: string) => NewsFor<'account'>,
  ): Letters =>
  async (tx) => {
    const change = await tx
      .selectFrom('emailChanges as c')
      .innerJoin('users as u', 'u.id', 'c.userId')
      .where('c.id', '=', changeId)
      .select(['c.userId', 'c.oldEmail', 'c.newEmail', 'u.language'])
      .executeTakeFirst()
    if (!change) return []
    const { userId, language, newEmail } = change
    return [{ ...say(newEmail), ...toAccount(change[side], language), userId }]
  }

export const toInvited =
  (invitationId: string, news: NewsFor<'account'>): Letters =>
  async (tx) => {
    const invited = await tx
      .selectFrom('invitations')
      .where('id', '=', invitationId)
      .select(['email', 'language'])
      .executeTakeFirst()
    return invited ? [{ ...news, ...toAccount(invited.email, invited.language) }] : []
  }

/** The reader of the address that a vendor wants to publish. */
export const toContactOf =
  (vendorId: string, email: string, news: NewsFor<'account'>): Letters =>
  async (tx) => {
    const vendor = await tx
      .selectFrom('vendors')
      .where(sql<boolean>`id = ${vendorId}`)
      .select(['id', 'language'])
      .executeTakeFirst()
    return vendor ? [{ ...news, ...toAccount(email, vendor.language), vendorId: vendor.id }] : []
  }

type Owner = { email: string; fullName: string }

/** The owner of a vendor, by email, and only at a confirmed address: another may be a stranger's. */
export const toOwner =
  (vendorId: string, news: NewsFor<'account'> | ((owner: Owner) => NewsFor<'account'>)): Letters =>
  async (tx) => {
    const owner = await tx
      .selectFrom('vendorMembers as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .innerJoin('profiles as p', 'p.userId', 'm.userId')
      .where(sql<boolean>`m.vendor_id = ${vendorId}`)
      .where('m.role', '=', 'owner')
      .where('u.emailVerified', '=', true)
      .orderBy('m.createdAt')
      .select(['m.vendorId', 'm.userId', 'u.email', 'u.language', 'p.fullName'])
      .executeTakeFirst()
    if (!owner) return []
    const { userId, email, language } = owner
    const said = typeof news === 'function' ? news(owner) : news
    return [{ ...said, ...toAccount(email, language), vendorId: owner.vendorId, userId }]
  }

type SayToVendor = NewsFor<'vendor'> | ((reader: VendorReader) => NewsFor<'vendor'> | null)

const vendorAt =
  (addressOf: (reader: VendorReader) => string) =>
  (vendorId: string, news: SayToVendor): Letters =>
  async (tx) => {
    const reader = await findVendorReader(tx, vendorId)
    const said = typeof news === 'function' ? reader && news(reader) : news
    if (!reader || !said) return []
    const of = { vendorId: reader.vendorId, userId: reader.userId, language: reader.language }
    return [{ ...said, audience: 'vendor', address: addressOf(reader), otherwise: '', ...of }]
  }

/** Where a vendor reads its messages, unless it gets none. */
export const toVendor = vendorAt(({ addresses: [first] }) => first)
/** By email: the chat may be one of the bot that this is about. */
export const toVendorByEmail = vendorAt(({ email }) => email)

/** Both vendors of a referral. */
export const toBothOf =
  (
    referralId: string,
    say: (to: 'referrer' | 'friend', friend: string, reader: VendorReader) => NewsFor<'vendor'>,
  ): Letters =>
  async (tx) => {
    const referral = await tx
      .selectFrom('referrals as r')
      .innerJoin('vendors as f', 'f.id', 'r.friendId')
      .where('r.id', '=', referralId)
      .select(['r.vendorId', 'f.id as friendId', sql<string>`vendor_name(f)`.as('friend')])
      .executeTakeFirst()
    if (!referral) return []
    const { vendorId, friendId, friend } = referral
    const toFriend = toVendor(friendId, (reader) => say('friend', friend, reader))
    if (vendorId === null) return toFriend(tx)
    const toReferrer = toVendor(vendorId, (reader) => say('referrer', friend, reader))
    return [...(await toReferrer(tx)), ...(await toFriend(tx))]
  }

/** Without an address, the message is only kept. */
export const toOperator =
  (
    { operatorEmail: address, operatorName: otherwise }: Deps['settings'],
    news: NewsFor<'operator'>,
    waitSeconds = 0,
  ): Letters =>
  async () => [{ ...news, audience: 'operator', address, otherwise, language: 'en', waitSeconds }]

const ofPurchase = ({ id, language, vendorId }: PurchaseDetails) => ({
  language,
  vendorId,
  purchaseId: id,
})

/** The customer of a purchase. Nobody who can be written to: the vendor sees that they were not reached. */
export const toCustomerOf =
  (purchase: PurchaseDetails, news: NewsFor<'customer'>): Letters =>
  async () => {
    const { customerAddresses, customerPhone, reference } = purchase
    const [address = null] = customerAddresses
    const otherwise = customerPhone ?? reference
    return [{ ...news, audience: 'customer', address, otherwise, ...ofPurchase(purchase) }]
  }

/** The chat that the link of a purchase has connected, beside the customer; most have none. */
export const toChatOf =
  (purchase: PurchaseDetails, news: NewsFor<'chat'>): Letters =>
  async () =>
    purchase.linkedChat === null ? [] : [chatMessage(purchase, purchase.linkedChat, news)]

const chatMessage = (purchase: PurchaseDetails, address: string, news: NewsFor<'chat'>) => ({
  ...news,
  audience: 'chat' as const,
  address,
  otherwise: '',
  ...ofPurchase(purchase),
})

/** One address of a customer; null: they have no such address, and nobody has to know. */
export const toAddressOf =
  (
    purchaseId: string,
    addressOf: (purchase: PurchaseDetails) => string | null | undefined,
    news: NewsFor<'customer'>,
  ): Letters =>
  async (tx) => {
    const purchase = await findPurchaseDetails(tx, purchaseId)
    const address = purchase && addressOf(purchase)
    if (!purchase || !address) return []
    return [{ ...news, audience: 'customer', address, otherwise: '', ...ofPurchase(purchase) }]
  }

/** A chat that belonged to a purchase until now. */
export const toFormerChat =
  (purchaseId: string, chat: string, news: NewsFor<'chat'>): Letters =>
  async (tx) => {
    const purchase = await findPurchaseDetails(tx, purchaseId)
    return purchase ? [chatMessage(purchase, chat, news)] : []
  }
