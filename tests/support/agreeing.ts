type Agreeable = { agreed?: string }
type Answer = { ok: true } | { ok: false; reason: string; agreement?: string }

/** Saves a form and agrees to what is asked before. */
export async function agreeing<Form extends object, Saved extends Answer>(
  form: Form,
  save: (form: Form & Agreeable) => Promise<Saved>,
): Promise<Saved> {
  const asked = await save(form)
  if (asked.ok || asked.agreement === undefined) return asked
  return save({ ...form, agreed: asked.agreement })
}
