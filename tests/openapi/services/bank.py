"""A bank: camelCase, decimals, strictness, models of headers and cookies, several credentials."""
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Generic, Literal, Optional, TypeVar
from uuid import UUID, uuid4

from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, Header, HTTPException, Query, Security
from fastapi.security import APIKeyCookie, APIKeyHeader, APIKeyQuery, HTTPAuthorizationCredentials, HTTPBearer, OpenIdConnect, OAuth2AuthorizationCodeBearer, SecurityScopes
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, condecimal, field_validator, model_validator
from pydantic.alias_generators import to_camel

class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

class Currency(str, Enum):
    EUR = "EUR"
    USD = "USD"
    GBP = "GBP"

class Money(Camel):
    amount: Annotated[Decimal, Field(gt=0, max_digits=12, decimal_places=2)]
    currency: Currency = Currency.EUR

class Party(Camel):
    account_number: Annotated[str, Field(pattern=r"^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$", max_length=34)]
    holder_name: str = Field(min_length=1, max_length=70)
    bank_code: Optional[Annotated[str, Field(min_length=8, max_length=11)]] = None

class TransferKind(str, Enum):
    sepa = "sepa"
    swift = "swift"

class Sepa(Camel):
    transfer_kind: Literal[TransferKind.sepa]
    mandate_id: str

class Swift(Camel):
    transfer_kind: Literal[TransferKind.swift]
    charges: Literal["OUR", "SHA", "BEN"] = "SHA"
    correspondents: list[Party] = Field(default=[], max_length=2)

class Transfer(Camel):
    id: UUID = Field(default_factory=uuid4)
    debtor: Party
    creditor: Party
    money: Money
    details: Sepa | Swift = Field(discriminator="transfer_kind")
    execution_date: date
    urgent: StrictBool = False
    retries: StrictInt = 0
    reference: StrictStr | None = None
    fees: list[condecimal(ge=0, decimal_places=2)] = []
    fx_rates: dict[Currency, Decimal] = {}
    split: dict[str, Annotated[int, Field(ge=1, le=100)]] | None = None

    @model_validator(mode="after")
    def check(self):
        return self

class CardUpdate(Camel):
    limit: Decimal | None = Field(None, ge=0, le=10000, multiple_of=Decimal("0.5"))
    blocked: bool | None = None
    valid_until: date | None = None
    nick: str | None = Field(default=None, max_length=10)

class Statement(Camel):
    entries: list[tuple[date, Decimal, str | None]]
    opened_at: datetime
    closed_at: datetime | None = None
    balance: Decimal

class CommonHeaders(BaseModel):
    x_request_id: UUID
    x_channel: Literal["web", "app"] = "web"
    x_retry: int | None = Field(None, ge=0)
    accept_language: str | None = None

class Session(BaseModel):
    session_token: str = Field(min_length=4)
    device: int | None = None

class Filter(Camel):
    from_date: date | None = None
    to_date: date | None = None
    min_amount: Decimal | None = Field(None, ge=0)
    currencies: list[Currency] = []
    page_size: int = Field(20, ge=1, le=100)

app = FastAPI(title="Bank", version="2")
bearer = HTTPBearer(description="JWT")
api = APIRouter(prefix="/v1", dependencies=[Depends(bearer)])

@api.post("/transfers", status_code=202, response_model_by_alias=True)
def transfer(transfer: Transfer, idempotency_key: Annotated[UUID, Header()]) -> Transfer:
    return transfer

@api.get("/transfers")
def transfers(filter: Annotated[Filter, Query()]):
    return []

@api.patch("/cards/{card_id}")
def card(card_id: Annotated[str, Field(pattern=r"^\d{4}$")], update: CardUpdate):
    return None

@api.post("/statements")
def statement(statement: Statement, headers: Annotated[CommonHeaders, Header()]):
    return None

@api.post("/batch")
def batch(transfers: Annotated[list[Transfer], Body(min_length=1, max_length=2)]):
    return None

@app.get("/session")
def session(session: Annotated[Session, Cookie()]):
    return None

@app.get("/limits/{currency}", dependencies=[Security(APIKeyQuery(name="api_key"))])
def limits(currency: Currency, at: date | None = None):
    return None

@app.get("/admin", dependencies=[Security(APIKeyCookie(name="sid"))])
def admin(level: Annotated[int, Query(ge=1)]):
    return None

@app.get("/oidc", dependencies=[Security(OpenIdConnect(openIdConnectUrl="/.well-known"))])
def oidc(level: int = 1):
    return None

@app.get("/code")
def code(token: Annotated[str, Security(OAuth2AuthorizationCodeBearer(authorizationUrl="a", tokenUrl="b"), scopes=["x"])], n: Annotated[int, Query(alias="N", lt=5)] = 1):
    return None

@app.post("/two")
def two(money: Money, party: Party | None = None, note: Annotated[str, Body(max_length=5)] = "x", key: str = Security(APIKeyHeader(name="X-Key"))):
    return None

@app.post("/money")
def money(money: Annotated[Money, Body(embed=True)]):
    return None

@app.put("/rates")
def rates(rates: dict[Currency, Annotated[Decimal, Field(gt=0)]]):
    return None

class Login(BaseModel):
    user: str = Field(validation_alias=AliasChoices("user", "username", "login"))
    pin: str = Field(validation_alias="PIN", serialization_alias="pinCode", pattern=r"^\d{4,6}$")

@app.post("/login")
def login(login: Login):
    return None

app.include_router(api)
