import { z } from 'zod';
import { parseSpec, splitNameAndSpec } from '../package-spec.ts';
import { intersects, satisfies, validRange } from '../semver.ts';

const overridesSchema: z.ZodType<Overrides> = z.record(z.string(), z.union([z.string(), z.lazy(() => overridesSchema)]));
interface Overrides {
  [key: string]: string | Overrides;
}

/**
 * The `overrides` of the root's package.json. A rule for `a` nested below `b` applies to everything below `b`, so each package has a set of
 * rules for its dependencies, which inherit their sets from it.
 */
export class OverrideRules {
  readonly #children: OverrideRules[] = [];

  private constructor(
    private readonly parent: OverrideRules | null,
    /** The package the rule applies to; '' at the root. */
    readonly name: string,
    /** The requested versions it applies to; `*` for all. */
    readonly appliesTo: string,
    /** The replacement spec; `*` keeps the requested one. */
    readonly replacement: string,
    overrides: Overrides,
  ) {
    for (const [key, value] of Object.entries(overrides)) {
      if (key === '.') continue;
      const { name: childName, spec } = splitNameAndSpec(key);
      const nested = typeof value === 'string' ? {} : value;
      const own = typeof value === 'string' ? value : Object.hasOwn(value, '.') ? value['.'] : undefined;
      const text = typeof own === 'string' ? own || '*' : spec || '*';
      this.#children.push(new OverrideRules(this, childName, spec || '*', text, nested));
    }
  }

  /** Parses the rules of a root manifest. Returns null if there are none, or none are valid. */
  static parse(value: unknown): OverrideRules | null {
    const parsed = overridesSchema.safeParse(value);
    return parsed.success && Object.keys(parsed.data).length > 0 ? new OverrideRules(null, '', '*', '*', parsed.data) : null;
  }

  /** Returns the rules for a dependency `name` with the spec `spec`: a more specific set, or this one. */
  forDependency(name: string, spec: string): OverrideRules {
    for (const rule of this.#inForce()) {
      if (rule.name !== name) continue;
      if (rule.appliesTo === '*') return rule;
      const parsed = parseSpec(spec);
      const wanted = parsed.type === 'alias' ? parsed.target : parsed;
      if (wanted.type !== 'range' || validRange(rule.appliesTo) === null || intersects(wanted.range, rule.appliesTo)) return rule;
    }
    return this;
  }

  /** Returns the rules for a package's own dependencies. */
  forPackage(name: string, version: string): OverrideRules {
    for (const rule of this.#inForce()) {
      if (rule.name === name && (satisfies(version, rule.appliesTo) || satisfies(version, rule.replacement))) return rule;
    }
    return this;
  }

  /** Returns the effective rules: the nearest rule wins, and each name counts once. */
  #inForce(): Iterable<OverrideRules> {
    const rules = new Map<string, OverrideRules>();
    for (let set: OverrideRules | null = this; set; set = set.parent) {
      for (const child of set.#children) {
        const key = `${child.name}@${child.appliesTo}`;
        if (!rules.has(key)) rules.set(key, child);
      }
      if (set.name !== '' && set.replacement !== '*' && !rules.has(`${set.name}@${set.appliesTo}`)) {
        rules.set(`${set.name}@${set.appliesTo}`, set);
      }
    }
    return rules.values();
  }
}
