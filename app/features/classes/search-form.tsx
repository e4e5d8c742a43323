import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type SearchFormProps = {
  label: string
  hint?: string | undefined
  button: string
  name: string
  value: string
  /** the rest of the address */
  children?: ReactNode
}

/** A GET form, so that the result has a URL. */
export function SearchForm({ label, hint, button, name, value, children }: SearchFormProps) {
  return (
    <search>
      <Form preventScrollReset className="flex max-w-xl flex-wrap items-end gap-3">
        {children}
        <TextField
          key={value}
          className="min-w-0 flex-1 basis-40"
          label={label}
          name={name}
          type="search"
          enterKeyHint="search"
          defaultValue={value}
          placeholder={hint}
          maxLength={100}
        />
        <Button variant="secondary">
          <Search aria-hidden="true" />
          {button}
        </Button>
      </Form>
    </search>
  )
}
