import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const RESTRICTED_PATHS = [
  {
    name: '@nestjs/common',
    importNames: ['forwardRef'],
    message: 'A cycle means the rule belongs in a third place.',
  },
  ...['node:process', 'process'].map((name) => ({
    name,
    message: 'Use the global `process`, whose `env` belongs to src/base/config.',
  })),
];

/** The logger may be the one of a host application, which prints errors with the values in them. */
const LOGGER = {
  name: '@nestjs/common',
  importNames: ['Logger'],
  message: 'Log with `ServiceLogger` of src/base/log.',
};

/** Files inside a package are not an interface: they change without notice. */
const PRIVATE_FILES = {
  group: [
    ...['cjs', 'esm', 'esm5', 'dist', 'lib', 'src', 'types'].map((folder) => `*/${folder}/**`),
    ...['@*/*/dist/**', '@*/*/lib/**', '@nestjs/*/**', 'typeorm/**', 'class-validator/**'],
    // Documented by the package.
    '!ajv/dist/2020.js',
    ...['!./**', '!../**'],
  ],
  message: 'Import a package by its name: its files are private.',
};

export default defineConfig(
  // The scenarios import code that is generated when they run, the examples in TypeScript what they install.
  globalIgnores([
    ...['dist', 'coverage', 'data', 'client/schema.ts', 'generators/*/**', 'examples/**/*.ts'],
    // Compiled with the packages of its own, when its test runs.
    'examples/nest-host/**',
  ]),

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // A Nest module is an empty class under a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // An index may point beyond an array, which its type does not say: such checks are needed.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Views and parameters are data whose class is their schema: they are written as literals and spread.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // Interfaces of the framework fix the order of parameters; `_` marks those not needed.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Spelled out, because options that are left out fall back to looser ones than strict's.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          allowAny: false,
          allowBoolean: false,
          allowNever: false,
          allowNullish: false,
          allowRegExp: false,
        },
      ],
      'no-restricted-imports': ['error', { paths: RESTRICTED_PATHS, patterns: [PRIVATE_FILES] }],
    },
  },

  {
    files: ['src/**/*.ts'],
    // These make a logger, or say where all loggers write.
    ignores: [
      'src/base/log/service-logger.ts',
      'src/base/log/separate-log.ts',
      'src/operations/cli/migrate.command.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [...RESTRICTED_PATHS, LOGGER], patterns: [PRIVATE_FILES] },
      ],
    },
  },

  {
    // The engines extend query runners and use drivers of TypeORM, whose root exports neither.
    files: ['src/database/engines/{sqlite-engine,sqlite-runners,mysql-engine,mysql-runner}.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [...RESTRICTED_PATHS, LOGGER] }] },
  },

  {
    // Everything else receives its configuration, typed and checked, from src/base/config.
    files: ['**/*.ts'],
    ignores: [
      ...['src/base/config/**', 'test/support/**', 'scripts/**', 'bench/**', 'ormconfig.ts'],
      // Runs in the process of a test suite, outside the service.
      'src/app/testing/test-environment.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/base/config reads the environment.',
        },
      ],
    },
  },

  {
    // Examples are also CommonJS, and use the globals of test runners.
    files: ['examples/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['require', 'module', 'exports', 'describe', 'it'].map((name) => [name, 'readonly']),
      ),
    },
  },

  {
    // Outside every tsconfig, so without types: the rules a compiler would have covered.
    files: ['**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
);
