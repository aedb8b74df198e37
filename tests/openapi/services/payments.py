"""Payments: amounts, sources that a tag tells apart within a union, forms that are models, keys and malformed bodies."""
import re
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union
from uuid import UUID
from annotated_types import Ge, Gt, Interval, Len, MaxLen, MinLen
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, File, Form, Header, Path, Query, Security, UploadFile
from fastapi.security import APIKeyCookie, APIKeyHeader, APIKeyQuery, HTTPBearer
from pydantic import AnyUrl, BaseModel, ConfigDict, EmailStr, Field, HttpUrl, PositiveInt, StringConstraints, conlist
from pydantic.networks import IPvAnyAddress

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Cents = Annotated[int, Ge(0), Field(le=10_000_000)]
Amount = Annotated[Decimal, Field(gt=0, max_digits=10, decimal_places=2)]
Name = Annotated[str, MinLen(1), MaxLen(20)]
T = TypeVar("T")

class Money(BaseModel):
    amount: Amount
    currency: Currency = "EUR"

class Country(str, Enum):
    DE = "DE"
    FR = "FR"
    US = "US"

class Address(BaseModel):
    model_config = ConfigDict(extra="forbid", str_min_length=1)
    line1: Name
    line2: Name | None = None
    city: Name
    postcode: Annotated[str, Field(min_length=4, max_length=8)]
    country: Country

class CardSource(BaseModel):
    object: Literal["card"] = "card"
    number: Annotated[str, Field(pattern=r"^\d{16}$")]
    exp: tuple[Annotated[int, Interval(ge=1, le=12)], Annotated[int, Ge(2020)]]
    cvc: Annotated[str, Len(3, 4)] | None = None

class BankSource(BaseModel):
    object: Literal["bank_account"]
    iban: Annotated[str, Field(min_length=15, max_length=34)]
    holder: Name

class TokenSource(BaseModel):
    token: str = Field(min_length=5)

class Customer(BaseModel):
    email: EmailStr
    name: Name | None = None
    address: Address | None = None
    metadata: dict[Annotated[str, MaxLen(5)], str] = {}
    ip: IPvAnyAddress | None = None

class LineItem(BaseModel):
    sku: str
    quantity: PositiveInt = 1
    unit_price: Cents
    tax: Annotated[float, Interval(gt=0, lt=1)] | None = None

class Charge(BaseModel):
    amount: Cents
    currency: Currency
    source: Annotated[Union[CardSource, BankSource], Field(discriminator="object")] | TokenSource
    customer: Customer | UUID | None = None
    capture: bool = True
    items: Annotated[list[LineItem], Len(1, 3)]
    fees: list[Money] = []
    statement: Annotated[str, StringConstraints(max_length=22, to_upper=True)] = ""
    callback: HttpUrl | None = None

class Refund(BaseModel):
    charge: UUID
    amount: Cents | None = None
    reason: Literal["duplicate", "fraud", None] = None

class Paid(BaseModel):
    event: Literal["paid"]
    at: datetime
    total: Money

class Failed(BaseModel):
    event: Literal["failed"]
    code: int = Field(ge=400, lt=600)
    retry: bool | None = None

class Result(BaseModel, Generic[T]):
    data: T
    has_more: bool = False
    cursor: str | None = None

class ListParams(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    limit: Annotated[int, Ge(1), Field(le=100)] = 10
    starting_after: UUID | None = Field(None, alias="startingAfter")
    created: date | None = None
    currency: list[Currency] = []
    min_amount: Decimal | None = Field(None, ge=0)

class RefundForm(BaseModel):
    charge: UUID
    amount: Annotated[int, Gt(0)]
    reason: Literal["duplicate", "fraud"] = "duplicate"
    notify: list[EmailStr] = []
    weight: float = 1.0
    at: datetime | None = None

app = FastAPI()
key = APIKeyQuery(name="key")
@app.post("/charges", status_code=201, response_model=Result[Charge])
def charge(charge: Charge, idempotency_key: Annotated[UUID, Header()], x_api_key: Annotated[str, Security(APIKeyHeader(name="X-Api-Key"))]): return {"data": charge}
@app.post("/charges/many")
def many(charges: Annotated[list[Charge], Len(1, 2)]): return 1
@app.get("/charges")
def charges(params: Annotated[ListParams, Query()]): return 1
@app.get("/charges/{charge_id}/money/{amount}")
def money(charge_id: UUID, amount: Amount, currency: Annotated[Currency, Query()] = "EUR", rate: Annotated[Decimal | None, Query(gt=0, decimal_places=3)] = None): return 1
@app.post("/refunds")
def refund(refund: Refund, key: Annotated[str, Security(key)]): return 1
@app.post("/refunds/form")
def refund_form(form: Annotated[RefundForm, Form()]): return 1
@app.post("/webhooks")
def webhooks(event: Annotated[Paid | Failed, Body(discriminator="event")], x_signature: Annotated[str, Header(pattern="^[0-9a-f]+$")]): return 1
@app.post("/webhooks/any")
def any_webhook(event: Paid | Failed): return 1
@app.post("/customers/{country}")
def customer(country: Country, customer: Customer, tags: Annotated[set[Name], Body(max_length=2)] = set()): return 1
@app.put("/customers/{customer_id}/address")
def address(customer_id: int, shipping: Address, billing: Address | None = None, same: Annotated[bool, Body()] = False): return 1
@app.post("/quote")
def quote(amount: Annotated[Amount, Body()], to: Annotated[list[Currency], Body(min_length=1, max_length=3)], when: Annotated[date | None, Body()] = None): return 1
@app.post("/disputes/{dispute_id}/evidence")
def evidence(dispute_id: Annotated[str, Path(min_length=3, max_length=6)], files: Annotated[list[UploadFile], File()], kind: Annotated[Literal["receipt", "other"], Form()], amount: Annotated[Decimal | None, Form(gt=0)] = None): return 1
@app.post("/result")
def result(body: Result[list[Money]]): return 1
@app.post("/result2")
def result2(body: Result[Money | int]): return 1
